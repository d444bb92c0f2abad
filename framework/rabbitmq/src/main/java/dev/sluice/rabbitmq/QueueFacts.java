package dev.sluice.rabbitmq;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known of a queue that is there.
 *
 * @param name its name
 * @param type how it keeps its messages
 * @param deliveryLimit how often it delivers a message before it drops it; empty for no limit
 * @param deadLetterExchange where it puts what it drops, if anywhere
 */
record QueueFacts(
    String name, QueueType type, OptionalInt deliveryLimit, Optional<String> deadLetterExchange) {}
