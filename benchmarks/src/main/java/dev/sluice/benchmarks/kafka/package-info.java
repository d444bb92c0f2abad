/**
 * Sluice over Kafka beside a plain loop over the same consumer and beside other libraries: the same
 * records, the same broker, the same settings, one after the other. Run with {@code scripts/bench}.
 */
package dev.sluice.benchmarks.kafka;
