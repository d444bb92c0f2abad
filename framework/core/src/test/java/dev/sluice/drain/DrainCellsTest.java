package dev.sluice.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state times every event. A cell that is not listed stays where it is, without effects. */
class DrainCellsTest {
  private static final String CELLS =
      """
      Starting             | Started                        | Running                          |
      Starting             | StopRequested(TERM)            | Closing[TERM]                    | Announce(TERM), Close
      Running              | StopRequested(TERM)            | StoppingIntake[TERM]             | Announce(TERM), ArmNeed, StopIntake
      StoppingIntake[TERM] | IntakeStopped                  | Draining[TERM]                   | AwaitTries
      StoppingIntake[TERM] | TryFailed                      | StoppingIntake[TERM, unfinished] |
      StoppingIntake[TERM] | NeedElapsed                    | Settling[TERM]                   | CutTries, Settle
      StoppingIntake[TERM] | WindowElapsed(all settled)     | Stopped[TERM]                    | Report(TERM, clean, 0), Halt(0)
      StoppingIntake[TERM] | WindowElapsed(not all settled) | Stopped[TERM, unfinished]        | Report(TERM, cut, 3), Halt(3)
      StoppingIntake[TERM] | SecondSignal(15)               | Stopped[TERM]                    | Report(TERM, forced, 143), Halt(143)
      StoppingIntake[TERM] | SecondSignal(2)                | Stopped[TERM]                    | Report(TERM, forced, 130), Halt(130)
      Draining[TERM]       | TryFailed                      | Draining[TERM, unfinished]       |
      Draining[TERM]       | TriesEnded                     | Settling[TERM]                   | Settle
      Draining[TERM]       | NeedElapsed                    | Settling[TERM]                   | CutTries, Settle
      Draining[TERM]       | WindowElapsed(all settled)     | Stopped[TERM]                    | Report(TERM, clean, 0), Halt(0)
      Draining[TERM]       | WindowElapsed(not all settled) | Stopped[TERM, unfinished]        | Report(TERM, cut, 3), Halt(3)
      Draining[TERM]       | SecondSignal(15)               | Stopped[TERM]                    | Report(TERM, forced, 143), Halt(143)
      Draining[TERM]       | SecondSignal(2)                | Stopped[TERM]                    | Report(TERM, forced, 130), Halt(130)
      Settling[TERM]       | TryFailed                      | Settling[TERM, unfinished]       |
      Settling[TERM]       | Settled(complete)              | Closing[TERM]                    | Close
      Settling[TERM]       | Settled(incomplete)            | Closing[TERM, unfinished]        | Close
      Settling[TERM]       | CommitElapsed                  | Closing[TERM, unfinished]        | Close
      Settling[TERM]       | WindowElapsed(all settled)     | Stopped[TERM]                    | Report(TERM, clean, 0), Halt(0)
      Settling[TERM]       | WindowElapsed(not all settled) | Stopped[TERM, unfinished]        | Report(TERM, cut, 3), Halt(3)
      Settling[TERM]       | SecondSignal(15)               | Stopped[TERM]                    | Report(TERM, forced, 143), Halt(143)
      Settling[TERM]       | SecondSignal(2)                | Stopped[TERM]                    | Report(TERM, forced, 130), Halt(130)
      Closing[TERM]        | Closed                         | Stopped[TERM]                    | Report(TERM, clean, 0), Exit(0)
      Closing[TERM]        | CloseElapsed                   | Stopped[TERM]                    | Report(TERM, clean, 0), Exit(0)
      Closing[TERM]        | WindowElapsed(all settled)     | Stopped[TERM]                    | Report(TERM, clean, 0), Halt(0)
      Closing[TERM]        | WindowElapsed(not all settled) | Stopped[TERM]                    | Report(TERM, clean, 0), Halt(0)
      Closing[TERM]        | SecondSignal(15)               | Stopped[TERM]                    | Report(TERM, forced, 143), Halt(143)
      Closing[TERM]        | SecondSignal(2)                | Stopped[TERM]                    | Report(TERM, forced, 130), Halt(130)
      Stopped[TERM]        | WindowElapsed(all settled)     | Stopped[TERM]                    | Halt(0)
      Stopped[TERM]        | WindowElapsed(not all settled) | Stopped[TERM]                    | Halt(0)
      Stopped[TERM]        | SecondSignal(15)               | Stopped[TERM]                    | Halt(143)
      Stopped[TERM]        | SecondSignal(2)                | Stopped[TERM]                    | Halt(130)
      """;

  private record Cell(String state, String event, String next, String effects) {
    static Cell parse(String line) {
      String[] columns = line.split("\\|", -1);
      return new Cell(
          columns[0].strip(), columns[1].strip(), columns[2].strip(), columns[3].strip());
    }
  }

  private static Map<String, Cell> listed() {
    Map<String, Cell> cells = new HashMap<>();
    CELLS
        .lines()
        .map(Cell::parse)
        .forEach(cell -> assertThat(cells.put(cell.state() + " " + cell.event(), cell)).isNull());
    return cells;
  }

  static Stream<Arguments> cells() {
    Map<String, Cell> listed = listed();
    return Machines.states().stream()
        .flatMap(
            state ->
                Machines.events().stream()
                    .map(
                        event -> {
                          String here = Machines.text(state);
                          String what = Machines.text(event);
                          Cell stay = new Cell(here, what, here, "");
                          return Arguments.of(
                              here,
                              what,
                              state,
                              event,
                              listed.getOrDefault(here + " " + what, stay));
                        }));
  }

  @ParameterizedTest(name = "{0} + {1}")
  @MethodSource("cells")
  void everyCellIsAsWrittenDown(
      String here, String what, DrainState state, DrainEvent event, Cell expected) {
    Step step = state.on(event);

    assertThat(new Cell(here, what, Machines.text(step.state()), Machines.text(step.effects())))
        .isEqualTo(expected);
  }

  @Test
  void everyListedCellIsOneThatIsTested() {
    assertThat(cells().map(cell -> cell.get()[0] + " " + cell.get()[1]).toList())
        .containsAll(listed().keySet());
  }

  @Test
  void theSamplesCoverEveryStateAndEveryEventThereIs() {
    assertThat(simpleNames(Machines.states())).isEqualTo(permitted(DrainState.class));
    assertThat(simpleNames(Machines.events())).isEqualTo(permitted(DrainEvent.class));
  }

  private static Set<String> simpleNames(List<?> samples) {
    return samples.stream()
        .map(sample -> sample.getClass().getSimpleName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> permitted(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
