package dev.sluice.config.load;

import dev.sluice.api.TaskLimits;
import dev.sluice.chain.Durations;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.LimitSettings;
import dev.sluice.config.Problems;
import dev.sluice.config.yaml.YamlMap;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits that hold: the file's figure, else the code's. A figure of the file below the code's
 * is refused unless that task says {@code override: true}, because a handler that is cut before its
 * own limit loses work it was promised time for.
 */
final class EffectiveLimits {
  private final YamlMap tree;
  private final String handler;
  private final Problems problems = new Problems();

  EffectiveLimits(YamlMap tree, String handler) {
    this.tree = tree;
    this.handler = handler;
  }

  TaskLimit of(Optional<LimitSettings> file, TaskLimits code) {
    boolean override = file.map(LimitSettings::override).orElse(false);
    Optional<Duration> fileLimit = file.flatMap(LimitSettings::limit);
    Optional<Duration> fileEvery = file.flatMap(LimitSettings::checkpointEvery);
    Optional<Duration> limit = fileLimit.or(code::limit);
    Optional<Duration> every = fileEvery.or(code::checkpointEvery);
    if (limit.isEmpty()) {
      missing();
    }
    if (!override) {
      refuseBelow("limit", fileLimit, code.limit(), "the limit the code declares");
      refuseBelow(
          "checkpointEvery",
          fileEvery,
          code.checkpointEvery().or(code::limit),
          code.checkpointEvery().isPresent()
              ? "the checkpointEvery the code declares"
              : "what a drain must wait for: the code declares a limit without checkpoints");
    }
    if (limit.isPresent() && every.isPresent() && every.get().compareTo(limit.get()) > 0) {
      problem(
          fileEvery.isPresent() ? "checkpointEvery" : "limit",
          "the effective checkpointEvery "
              + Durations.print(every.get())
              + " is above the effective limit "
              + Durations.print(limit.get())
              + "; a try ends at its limit, so a later checkpoint is never reached: raise the limit"
              + " or lower checkpointEvery");
    }
    problems.throwIfAny();
    return new TaskLimit(handler, limit.orElseThrow(), every);
  }

  private void missing() {
    problem(
        "limit",
        "is missing, and the handler declares none either. Declare the ceiling for one try here"
            + " (pipeline.limits."
            + handler
            + ".limit: 2m) or in the code (TaskLimits.limit(Duration.ofMinutes(2)))");
  }

  private void refuseBelow(
      String key, Optional<Duration> file, Optional<Duration> code, String what) {
    if (file.isPresent() && code.isPresent() && file.get().compareTo(code.get()) < 0) {
      problem(
          key,
          "'"
              + Durations.print(file.get())
              + "' is below "
              + Durations.print(code.get())
              + ", "
              + what
              + "; raise it, remove it, or add 'override: true' beside it to cut tries short");
    }
  }

  private void problem(String key, String text) {
    problems.add(
        tree.nearest("pipeline", "limits", handler, key),
        "pipeline.limits." + handler + "." + key,
        text);
  }
}
