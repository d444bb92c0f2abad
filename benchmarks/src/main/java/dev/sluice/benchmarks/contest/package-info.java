/**
 * Contests of one thing done in several ways: each way in a JVM of its own, one lap of each after
 * the other, round by round, and the ratios of the laps of one round. What is done is said by the
 * packages beside it, one a subject.
 */
package dev.sluice.benchmarks.contest;
