package dev.sluice.testkit.rehearsal;

import java.time.Duration;

/**
 * How a worker's stop ended.
 *
 * @param outcome {@code clean} or {@code cut}, as the drain report says
 * @param halted whether its deadline had to end it
 * @param took from the request to the end
 * @param unaccounted records that its books can't explain
 */
record Ending(String outcome, boolean halted, Duration took, long unaccounted) {}
