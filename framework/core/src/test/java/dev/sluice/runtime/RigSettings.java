package dev.sluice.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/** Engine settings with values that make tests easy to read; a test changes what it is about. */
final class RigSettings {
  int chunkRecords = 5;
  long chunkBytes = 1_000_000;
  Duration linger = Duration.ZERO;
  int maxChunks = 4;
  int maxRecords = 1000;
  long maxBytes = 1_000_000;
  Duration limit = Duration.ofSeconds(60);
  Duration need = Duration.ofSeconds(60);
  Duration commit = Duration.ofSeconds(10);
  Duration close = Duration.ofSeconds(10);
  int attempts = 3;
  Duration backoffInitial = Duration.ofSeconds(2);
  Duration backoffMax = Duration.ofSeconds(30);
  boolean skipFailed;
  boolean skipMalformed;

  static RigSettings with(Consumer<RigSettings> change) {
    RigSettings settings = new RigSettings();
    change.accept(settings);
    return settings;
  }

  EngineSettings engine() {
    return new EngineSettings(
        "load",
        chunkRecords,
        chunkBytes,
        linger,
        maxChunks,
        maxRecords,
        maxBytes,
        limit,
        commit,
        attempts,
        backoffInitial,
        backoffMax,
        skipFailed,
        skipMalformed);
  }

  Window window() {
    return new Window("flights", need, commit, close);
  }
}
