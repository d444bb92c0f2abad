package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.model.Place;
import dev.sluice.chain.Durations;
import dev.sluice.chain.ShutdownBudget;
import dev.sluice.chain.TaskLimit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tasks that were declared, and where each runs.
 *
 * @param declared in the order of the command line
 */
public record Tasks(List<Declared> declared) {
  /** Nothing was declared. */
  public static final Tasks NONE = new Tasks(List.of());

  /** Copies the list. */
  public Tasks {
    declared = List.copyOf(declared);
  }

  /**
   * A declared task.
   *
   * @param limit its name and figures
   * @param budget its worker's {@code shutdown} section; empty for a foreign job
   * @param scope the name of a workload, a container or a program; empty when it may run in each
   * @param origin for example {@code --task export=400s}, or {@code pipeline.yaml:7}
   */
  public record Declared(
      TaskLimit limit, Optional<ShutdownBudget> budget, Optional<String> scope, String origin) {

    /** True when the task runs there. */
    public boolean runsAt(Place place) {
      return scope.isEmpty()
          || place.names(scope.get())
          || place.container().filter(scope.get()::equals).isPresent()
          || place.program().filter(scope.get()::equals).isPresent();
    }

    /** True when the scope names the program of this place, and not many programs. */
    private boolean names(Place place) {
      return scope
          .filter(
              name ->
                  place.program().filter(name::equals).isPresent()
                      || place.container().filter(name::equals).isPresent()
                      || (place.program().isEmpty() && place.names(name)))
          .isPresent();
    }

    private Need need(boolean pipeline) {
      return new Need(
          limit.name(),
          new Figure(Optional.of(limit.need()), new Origin.Told(origin)),
          budget.map(it -> Durations.ceilSeconds(it.commit())).orElse(0L),
          budget.map(it -> Durations.ceilSeconds(it.close())).orElse(0L),
          pipeline);
    }
  }

  /** What a program at a place must be able to finish: the longest of the tasks that run there. */
  public Optional<Need> at(Place place) {
    List<Declared> here = declared.stream().filter(task -> task.runsAt(place)).toList();
    boolean pipeline =
        here.stream().anyMatch(task -> task.budget().isPresent() && task.names(place));
    return here.stream()
        .map(task -> task.need(pipeline))
        .max(Comparator.comparingLong(Need::seconds));
  }

  /** These and others. */
  public Tasks and(List<Declared> others) {
    return new Tasks(Stream.concat(declared.stream(), others.stream()).toList());
  }
}
