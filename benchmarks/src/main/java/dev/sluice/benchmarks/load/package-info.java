/**
 * Records of Kafka loaded into a table of Postgres, at least once and effectively once: Sluice
 * beside loops written by hand over the same clients. Run with {@code scripts/bench}.
 */
package dev.sluice.benchmarks.load;
