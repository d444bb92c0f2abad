/**
 * What a claim of jobs takes when the table holds millions of finished and waiting ones. Run with
 * {@code scripts/bench}.
 */
package dev.sluice.benchmarks.claim;
