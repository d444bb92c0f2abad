package dev.sluice.config;

/**
 * The {@code management} section: the HTTP server for probes and status.
 *
 * @param host the address it listens on
 * @param port its port; 0 takes any free one
 */
public record ManagementSettings(
    @Setting(
            doc = "The address it listens on; probes come from outside the pod.",
            value = "0.0.0.0",
            min = "1")
        String host,
    @Setting(
            doc = "Its port; 0 takes any free one.",
            value = "8080",
            min = "0",
            max = "65535",
            placeholders = false)
        int port) {}
