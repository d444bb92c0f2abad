/** RabbitMQ as a child process; the program itself is the one that is installed on the machine. */
package dev.sluice.embedded.rabbitmq;
