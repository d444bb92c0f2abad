/**
 * Kafka as a source: a poll thread of its own over the native consumer, which keeps polling while
 * the engine works, holds a rebalance until started work has ended, and commits explicit next
 * positions.
 */
package dev.sluice.kafka;
