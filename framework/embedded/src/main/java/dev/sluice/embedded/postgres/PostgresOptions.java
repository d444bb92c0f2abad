package dev.sluice.embedded.postgres;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a server is run. Start from {@link #durable()} or {@link #forTests()} and change with the
 * {@code with} methods.
 *
 * @param settings settings of {@code postgresql.conf} that override ours
 * @param synced false skips syncing a new data directory to disk
 * @param startWithin how long a start may take
 * @param stopWithin how long a fast shutdown may take before the server is killed
 */
public record PostgresOptions(
    Map<String, String> settings, boolean synced, Duration startWithin, Duration stopWithin) {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(10);

  /** Copies what is given. */
  public PostgresOptions {
    settings = Map.copyOf(settings);
  }

  /** Data survives a power cut; up to 100 connections. */
  public static PostgresOptions durable() {
    return new PostgresOptions(Map.of("max_connections", "100"), true, START, STOP);
  }

  /** Faster: data survives a killed server, not a power cut; up to 200 connections. */
  public static PostgresOptions forTests() {
    return new PostgresOptions(
        Map.of("max_connections", "200", "fsync", "off", "full_page_writes", "off"),
        false,
        START,
        STOP);
  }

  /** The same with one server setting more. */
  public PostgresOptions withSetting(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new PostgresOptions(more, synced, startWithin, stopWithin);
  }
}
