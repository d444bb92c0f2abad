package dev.sluice.runtime;

import dev.sluice.drain.StopReason;

/**
 * Why and since when a worker stops.
 *
 * @param reason what asked for it
 * @param atNanos when, by the worker's clock; the window counts from here
 */
record StopRequest(StopReason reason, long atNanos) {}
