package dev.sluice.config;

/**
 * The {@code pipeline.retry} section.
 *
 * @param attempts how often a chunk is tried in all
 * @param backoff the pauses between tries
 * @param then what happens after the last one
 */
public record RetrySettings(
    @Setting(doc = "How often a chunk is tried in all.", value = "5", min = "1", max = "1000000")
        int attempts,
    @Setting(doc = "The pauses between tries.", value = "{}") BackoffSettings backoff,
    @Setting(
            doc =
                "What happens after the last one: the lane stops, or the rest of the chunk is skipped.",
            value = "stop")
        OnFailure then) {}
