/**
 * The shell around the pure core: it alone knows event loops, timers, threads and clients. The
 * engine is confined to one event loop; what other threads read is published as immutable snapshots
 * and counters.
 */
package dev.sluice.runtime;
