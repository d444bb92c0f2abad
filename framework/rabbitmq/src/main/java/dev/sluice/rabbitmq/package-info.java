/**
 * The RabbitMQ adapter: queues as a source, dead letters and retries by confirmed publishes, and a
 * publisher for handlers.
 */
package dev.sluice.rabbitmq;
