package dev.sluice.config;

import java.time.Duration;

/**
 * The {@code pipeline.retry.ceiling} section: a lane that reaches it stops, so that an outage does
 * not become mass dead-lettering, nor move the whole lane into topics for later.
 *
 * @param deadLetters how many dead letters and delayed retries one lane may write within {@code
 *     per}
 * @param per the span they are counted in
 */
public record CeilingSettings(
    @Setting(
            doc =
                "How many dead letters and delayed retries one lane may write within that time; one"
                    + " more stops it.",
            value = "100",
            min = "1",
            max = "1000000")
        int deadLetters,
    @Setting(doc = "The time they are counted in.", value = "1m", min = "1s", max = "24h")
        Duration per) {}
