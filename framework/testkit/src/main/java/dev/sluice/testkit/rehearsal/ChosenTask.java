package dev.sluice.testkit.rehearsal;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.PlannedTask;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Which of a pipeline's handlers is rehearsed: records of a file are of one kind. */
final class ChosenTask {
  private final LoadedPipeline pipeline;

  ChosenTask(LoadedPipeline pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * The handler of a kind.
   *
   * @throws InvalidSetup when the pipeline has kinds and none of them is named, or has none
   */
  PlannedTask<?> of(Optional<String> kind) {
    Map<String, String> kinds = pipeline.config().pipeline().kinds();
    if (kinds.isEmpty() && kind.isEmpty()) {
      return pipeline.tasks().get(0);
    }
    if (kinds.isEmpty()) {
      throw new InvalidSetup(
          "--kind "
              + kind.get()
              + ": the pipeline has one handler for all records\nFix: leave --kind out");
    }
    String handler =
        kind.map(kinds::get)
            .orElseThrow(
                () ->
                    new InvalidSetup(
                        (kind.isPresent()
                                ? "--kind " + kind.get() + ": pipeline.kinds has no such kind"
                                : "--kind is missing: pipeline.kinds has a handler for each kind")
                            + " (it has "
                            + String.join(", ", new TreeSet<>(kinds.keySet()))
                            + ")\nFix: name the kind of the file's records"));
    return pipeline.tasks().stream()
        .filter(task -> task.name().equals(handler))
        .findFirst()
        .orElseThrow();
  }
}
