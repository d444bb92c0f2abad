package dev.sluice.config;

import java.util.Optional;

/**
 * The {@code pipeline.concurrency} section. Intake pauses while a bound is reached.
 *
 * @param chunks how many chunks run at once
 * @param records the most records held, running and waiting; derived when absent
 * @param bytes the most bytes held, running and waiting
 */
public record ConcurrencySettings(
    @Setting(doc = "How many chunks run at once.", value = "8", min = "1", max = "10000")
        int chunks,
    @Setting(
            doc =
                "The most records held, running and waiting; four times what can run at once"
                    + " unless given.",
            min = "1")
        Optional<Integer> records,
    @Setting(
            doc = "The most bytes held, running and waiting.",
            value = "64MiB",
            min = "1",
            max = "64GiB")
        DataSize bytes) {}
