package dev.sluice.embedded;

/**
 * What a queue holds, as the queue itself says at the moment it is asked.
 *
 * @param ready messages that wait for a consumer
 * @param unacknowledged messages that were delivered and are neither acknowledged nor handed back
 * @param consumers how many subscriptions there are
 */
public record QueueCounts(long ready, long unacknowledged, int consumers) {}
