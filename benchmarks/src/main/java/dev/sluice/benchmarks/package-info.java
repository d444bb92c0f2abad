/**
 * Measurements of the engine: how many records a second it turns over on one core, and what it
 * holds. Run them with {@code scripts/bench}.
 */
package dev.sluice.benchmarks;
