package dev.sluice.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * What the engine needs to know of one handler.
 *
 * @param handler its name
 * @param limit the ceiling for one try
 * @param checkpointEvery the longest time between two checkpoints that it promised
 */
record TaskSettings(String handler, Duration limit, Optional<Duration> checkpointEvery) {}
