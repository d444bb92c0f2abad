/**
 * Queues of RabbitMQ: Sluice beside a loop written by hand over the same client and beside other
 * libraries: the same messages, the same broker, the same prefetch, chunks of the same size, one
 * after the other. Run with {@code scripts/bench}.
 */
package dev.sluice.benchmarks.rabbitmq;
