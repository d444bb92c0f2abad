package dev.sluice.config;

import java.time.Duration;

/**
 * The worker's part of {@code pipeline.yaml}. Immutable; holds resolved values, so it may hold
 * secrets.
 *
 * @param apiVersion the version of the file's format
 * @param pipeline one source, one handler, its limits and policies
 * @param shutdown the figures of the shutdown chain that are not a task's
 * @param node how long the nodes' drainer waits
 * @param startup how long the first opening of services and source may take, together
 * @param management the HTTP server for probes and status
 * @param services the clients that handlers use
 * @param database what the database servers allow
 */
public record PipelineConfig(
    @Setting(doc = "The version of this file's format.") String apiVersion,
    @Setting(doc = "One source, one handler, its limits and policies.") PipelineSettings pipeline,
    @Setting(
            doc = "The figures of the shutdown chain that are not a task's.",
            value = "{}",
            placeholders = false)
        ShutdownSettings shutdown,
    @Setting(
            doc = "How long the thing that drains this worker's nodes waits.",
            value = "{}",
            placeholders = false)
        NodeSettings node,
    @Setting(
            doc =
                "How long the first opening of services and source may take together; a source"
                    + " that goes away later is waited for without end.",
            value = "30s",
            min = "1ms",
            placeholders = false)
        Duration startup,
    @Setting(doc = "The HTTP server for probes and status.", value = "{}")
        ManagementSettings management,
    @Setting(doc = "The clients that handlers use, as services.<kind>.<name>.", value = "{}")
        ServiceSettings services,
    @Setting(doc = "What the database servers allow.", value = "{}", placeholders = false)
        DatabaseLimits database) {

  /** The only value of {@code apiVersion} there is. */
  public static final String API_VERSION = "sluice.dev/v1";

  @Override
  public String toString() {
    // The settings of adapters may hold secrets; a name is enough for a log.
    return "PipelineConfig[" + pipeline.name() + "]";
  }
}
