package dev.sluice.testkit.rehearsal;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Plays all scenarios with one handler, one after the other. Blocks; called by the thread that runs
 * the command.
 */
final class Rehearsal {
  private static final List<Scenario> SCENARIOS =
      List.of(
          new StopInATry(),
          new StopBeforeTheLimit(),
          new StopAtCheckpoints(),
          new CutStop(),
          new RevokeInATry(true),
          new RevokeInATry(false),
          new Kill(),
          new SinkAway(),
          new MalformedRecord());

  private final Context context;
  private final Clock clock;
  private final Timers timers;

  Rehearsal(Context context, Clock clock, Timers timers) {
    this.context = context;
    this.clock = clock;
    this.timers = timers;
  }

  /**
   * Plays them.
   *
   * @param progress is told the name of each before it begins
   * @return a verdict for each, in order
   */
  <T> List<Verdict> play(Plan<T> plan, Consumer<String> progress) throws InterruptedException {
    Stage<T> stage = new Stage<>(plan, context, clock, timers);
    QuietRun quiet = new QuietRun();
    progress.accept(QuietRun.NAMES.get(0));
    try {
      quiet.play(stage);
    } catch (Stuck e) {
      quiet.verdicts().add(Verdict.broken(QuietRun.NAMES.get(0), e.getMessage()));
    }
    List<Verdict> verdicts = new ArrayList<>(quiet.verdicts());
    boolean stuck = false;
    for (Scenario scenario : SCENARIOS) {
      if (quiet.measured().isEmpty() || stuck) {
        String reason = stuck ? "an earlier one did not end" : "the quiet run failed";
        verdicts.add(Verdict.notTried(scenario.name(), reason));
        continue;
      }
      progress.accept(scenario.name());
      try {
        verdicts.add(scenario.play(stage, quiet.measured().get()));
      } catch (Stuck e) {
        // Calls of it may still run: nothing after it could be trusted.
        stuck = true;
        verdicts.add(Verdict.broken(scenario.name(), e.getMessage()));
      }
    }
    return verdicts;
  }

  /** What the table calls them, those of the quiet run first. */
  static List<String> names() {
    return Stream.concat(QuietRun.NAMES.stream(), SCENARIOS.stream().map(Scenario::name)).toList();
  }

  /** How many calls of the handler a record sees, at most, when all goes well. */
  static int callsPerRecord() {
    return SCENARIOS.size() + 1;
  }
}
