package dev.sluice.progress;

import java.time.Duration;
import java.util.Optional;

/**
 * What becomes of one record that has failed, at a source that keeps such records.
 *
 * @param again after how long it comes again; empty when it is given up
 * @param error what went wrong, in one line
 */
record Fate(Optional<Duration> again, String error) {}
