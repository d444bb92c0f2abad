package dev.sluice.runtime;

import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.config.RetryRule;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

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
  Ordering ordering = Ordering.LANE;
  Optional<Duration> checkpointEvery = Optional.empty();
  OnFailure then = OnFailure.STOP;
  OnFailure malformed = OnFailure.STOP;
  List<RetryRule> rules = List.of();
  int ceiling = 100;
  Duration ceilingPer = Duration.ofMinutes(1);
  Optional<DeadLetters> deadLetters = Optional.empty();

  /** A handler for each kind, made with the rig's scripted one; the kind of a lane is its name. */
  Map<String, Function<ScriptedHandler, EngineTask<?>>> kinds = Map.of();

  static RigSettings with(Consumer<RigSettings> change) {
    RigSettings settings = new RigSettings();
    change.accept(settings);
    return settings;
  }

  EngineSettings engine(Source source) {
    return new EngineSettings(
        "flights",
        ordering,
        EngineSettings.settling(source.capabilities(), false),
        EngineSettings.stateBytes(source, false),
        chunkRecords,
        chunkBytes,
        linger,
        maxChunks,
        maxRecords,
        maxBytes,
        commit,
        new FailureSettings(
            attempts,
            backoffInitial,
            backoffMax,
            skipFailed ? OnFailure.SKIP : then,
            skipMalformed ? OnFailure.SKIP : malformed,
            OnFailure.STOP,
            rules,
            ceiling,
            ceilingPer));
  }

  /** The rig's scripted handler under a name and with limits of its own. */
  static Function<ScriptedHandler, EngineTask<?>> scripted(TaskSettings task) {
    return handler -> new EngineTask<>(task, handler, EngineRig.decoder());
  }

  EngineTasks tasksByKind(ScriptedHandler handler) {
    List<EngineTask<?>> all = new ArrayList<>();
    Map<String, String> byKind = new LinkedHashMap<>();
    kinds.forEach(
        (kind, make) -> {
          EngineTask<?> task = make.apply(handler);
          byKind.put(kind, task.settings().handler());
          if (all.stream().noneMatch(one -> one.settings().equals(task.settings()))) {
            all.add(task);
          }
        });
    return new EngineTasks(all, byKind);
  }

  /** The handler's. */
  TaskSettings task() {
    return new TaskSettings("load", limit, checkpointEvery);
  }

  Window window() {
    return new Window("flights", need, commit, close);
  }
}
