/**
 * Kafka as a child process with its own class path, its own session and a directory for its data.
 */
package dev.sluice.embedded.kafka;
