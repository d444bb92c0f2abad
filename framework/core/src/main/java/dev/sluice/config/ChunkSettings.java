package dev.sluice.config;

import java.time.Duration;

/**
 * The {@code pipeline.chunk} section. A chunk is full when either bound is reached and goes to the
 * handler at the latest after {@code linger}.
 *
 * @param records the most records of a chunk
 * @param bytes the most bytes of keys and values of a chunk; a single larger record is a chunk of
 *     its own
 * @param linger how long a chunk that is not full waits for more
 */
public record ChunkSettings(
    @Setting(doc = "The most records of a chunk.", value = "500", min = "1", max = "1000000")
        int records,
    @Setting(
            doc =
                "The most bytes of keys and values of a chunk; a larger record is a chunk of its"
                    + " own.",
            value = "1MiB",
            min = "1",
            max = "1GiB")
        DataSize bytes,
    @Setting(doc = "How long a chunk that is not full waits for more.", value = "50ms", max = "1h")
        Duration linger) {}
