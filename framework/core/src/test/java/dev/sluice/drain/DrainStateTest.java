package dev.sluice.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DrainStateTest {
  private static final Set<DrainState> REACHABLE = Machines.reachable();
  private static final int SCHEDULES = 5_000;

  private static <E extends DrainEffect> List<E> of(Class<E> kind, List<DrainEffect> effects) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static boolean stopping(DrainState state) {
    return Machines.courseOf(state) != null;
  }

  @Test
  void onceStoppedTheStateNeverChangesAndNothingIsReportedAgain() {
    for (DrainState state : REACHABLE) {
      if (state instanceof DrainState.Stopped) {
        for (DrainEvent event : Machines.eventsOfEveryReason()) {
          Step step = state.on(event);
          assertThat(step.state()).isEqualTo(state);
          assertThat(step.effects()).allMatch(DrainEffect.Halt.class::isInstance);
        }
      }
    }
  }

  @Test
  void aStopOnItsWayIsEndedAtOnceByTheWindowOrASecondSignal() {
    List<DrainEvent> ends =
        List.of(
            new DrainEvent.WindowElapsed(true),
            new DrainEvent.WindowElapsed(false),
            new DrainEvent.SecondSignal(15),
            new DrainEvent.SecondSignal(2));
    for (DrainState state : REACHABLE) {
      for (DrainEvent end : ends) {
        if (stopping(state)) {
          Step step = state.on(end);
          assertThat(step.state()).isInstanceOf(DrainState.Stopped.class);
          assertThat(of(DrainEffect.Halt.class, step.effects())).hasSize(1);
          assertThat(of(DrainEffect.Report.class, step.effects()))
              .hasSize(state instanceof DrainState.Stopped ? 0 : 1);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StopReason.class)
  void aLoopThatNeverHeardOfTheRequestStillEndsWithAReportOfItsReason(StopReason reason) {
    DrainEvent request = new DrainEvent.StopRequested(reason);
    for (DrainState state : REACHABLE) {
      DrainState derived = state.on(request).state();
      Step step = derived.on(new DrainEvent.WindowElapsed(false));
      boolean takes = !(state instanceof DrainState.Starting);

      assertThat(step.state()).isInstanceOf(DrainState.Stopped.class);
      if (!stopping(state)) {
        int expected = reason == StopReason.FATAL ? 1 : takes ? 3 : 0;
        assertThat(step.effects())
            .containsExactly(
                new DrainEffect.Report(
                    reason, takes ? DrainOutcome.CUT : DrainOutcome.CLEAN, expected),
                new DrainEffect.Halt(expected));
      } else {
        assertThat(derived).as("a state that knows of a stop ignores another").isEqualTo(state);
      }
    }
  }

  @Test
  void aSecondSignalBeforeTheLoopHeardOfTheFirstForcesTheReport() {
    for (DrainState state : List.of(new DrainState.Starting(), new DrainState.Running())) {
      Step step =
          state
              .on(new DrainEvent.StopRequested(StopReason.INT))
              .state()
              .on(new DrainEvent.SecondSignal(2));

      assertThat(step.effects())
          .containsExactly(
              new DrainEffect.Report(StopReason.INT, DrainOutcome.FORCED, 130),
              new DrainEffect.Halt(130));
    }
  }

  @Test
  void onlyTheFirstReasonCounts() {
    DrainState state =
        new DrainState.Running().on(new DrainEvent.StopRequested(StopReason.IDLE)).state();

    assertThat(state.on(new DrainEvent.StopRequested(StopReason.TERM)))
        .isEqualTo(new Step(state, List.of()));
  }

  @ParameterizedTest(name = "{0}, unfinished {1}: {2} and {3}")
  @CsvSource({
    "TERM,  false, CLEAN, 0",
    "TERM,  true,  CUT,   3",
    "INT,   false, CLEAN, 0",
    "INT,   true,  CUT,   3",
    "IDLE,  false, CLEAN, 0",
    "IDLE,  true,  CUT,   3",
    "FATAL, false, CLEAN, 1",
    "FATAL, true,  CUT,   1",
  })
  void theExitCodeFollowsFromReasonAndCourse(
      StopReason reason, boolean unfinished, DrainOutcome outcome, int exitCode) {
    Course course = new Course(reason, unfinished);

    assertThat(new DrainState.Closing(course).on(new DrainEvent.Closed()).effects())
        .containsExactly(
            new DrainEffect.Report(reason, outcome, exitCode), new DrainEffect.Exit(exitCode));
  }

  @Test
  void whatIsLeftBehindIsNeverForgotten() {
    for (DrainState state : REACHABLE) {
      Course course = Machines.courseOf(state);
      if (course != null && course.unfinished()) {
        for (DrainEvent event : Machines.events()) {
          Step step = state.on(event);
          assertThat(Machines.courseOf(step.state()).unfinished()).isTrue();
          of(DrainEffect.Report.class, step.effects())
              .forEach(report -> assertThat(report.outcome()).isNotEqualTo(DrainOutcome.CLEAN));
          assertThat(step.effects())
              .doesNotContain(new DrainEffect.Exit(0), new DrainEffect.Halt(0));
        }
      }
    }
  }

  @Test
  void inWhateverOrderThingsHappenEverythingIsDoneAtMostOnceAndTheStopEndsWithOneReport() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      Random random = new Random(seed);
      List<DrainEvent> alphabet = Machines.eventsOfEveryReason();
      List<DrainEffect> effects = new ArrayList<>();
      DrainState state = new DrainState.Starting();
      for (int i = 0; i < 25; i++) {
        Step step = state.on(alphabet.get(random.nextInt(alphabet.size())));
        state = step.state();
        effects.addAll(step.effects());
      }
      state = run(state, new DrainEvent.StopRequested(StopReason.TERM), effects);
      state = run(state, new DrainEvent.WindowElapsed(false), effects);

      assertThat(state).as("seed %d", seed).isInstanceOf(DrainState.Stopped.class);
      assertOnce(seed, effects);
    }
  }

  private static DrainState run(DrainState state, DrainEvent event, List<DrainEffect> effects) {
    Step step = state.on(event);
    effects.addAll(step.effects());
    return step.state();
  }

  private static void assertOnce(int seed, List<DrainEffect> effects) {
    List<Class<? extends DrainEffect>> once =
        List.of(
            DrainEffect.Announce.class,
            DrainEffect.StopIntake.class,
            DrainEffect.ArmNeed.class,
            DrainEffect.AwaitTries.class,
            DrainEffect.CutTries.class,
            DrainEffect.Settle.class,
            DrainEffect.Close.class,
            DrainEffect.Exit.class);
    for (Class<? extends DrainEffect> kind : once) {
      assertThat(of(kind, effects)).as("seed %d, %s", seed, kind).hasSizeLessThanOrEqualTo(1);
    }
    assertThat(of(DrainEffect.Report.class, effects)).as("seed %d", seed).hasSize(1);
    List<String> order = effects.stream().map(effect -> effect.getClass().getSimpleName()).toList();
    assertOrder(seed, order, "Announce", "Settle");
    assertOrder(seed, order, "CutTries", "Settle");
    assertOrder(seed, order, "Settle", "Close");
    assertOrder(seed, order, "Report", "Exit");
    assertOrder(seed, order, "Report", "Halt");
  }

  private static void assertOrder(int seed, List<String> order, String first, String second) {
    if (order.contains(first) && order.contains(second)) {
      assertThat(order.indexOf(first))
          .as("seed %d: %s before %s in %s", seed, first, second, order)
          .isLessThan(order.indexOf(second));
    }
  }

  @Test
  void aDrainThatFitsSettlesBeforeItClosesAndExitsInTheOrdinaryWay() {
    List<DrainEffect> effects = new ArrayList<>();
    DrainState state = new DrainState.Running();
    List<DrainEvent> events =
        List.of(
            new DrainEvent.StopRequested(StopReason.TERM),
            new DrainEvent.IntakeStopped(),
            new DrainEvent.TriesEnded(),
            new DrainEvent.Settled(true),
            new DrainEvent.Closed());
    for (DrainEvent event : events) {
      state = run(state, event, effects);
    }

    assertThat(Machines.text(effects))
        .isEqualTo(
            "Announce(TERM), ArmNeed, StopIntake, AwaitTries, Settle, Close,"
                + " Report(TERM, clean, 0), Exit(0)");
  }
}
