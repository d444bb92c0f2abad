/**
 * The packaged worker as a process with a real RabbitMQ: what becomes of messages when wires break,
 * the broker goes away, and workers are stopped, killed and frozen under load.
 */
package dev.sluice.sample.rabbit;
