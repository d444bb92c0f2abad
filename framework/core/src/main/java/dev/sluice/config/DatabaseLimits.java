package dev.sluice.config;

import java.util.Optional;

/**
 * The {@code database} section: what the database servers allow, so that it can be compared with
 * what the workers may ask for.
 *
 * @param maxConnections how many connections all workers of the pipeline together may hold open to
 *     one server
 */
public record DatabaseLimits(
    @Setting(
            doc =
                "How many connections all workers of this pipeline together may hold open to one"
                    + " database server; compared with their connection budget.",
            min = "1")
        Optional<Integer> maxConnections) {}
