package dev.sluice.testkit.rehearsal;

import dev.sluice.api.ChunkHandler;
import dev.sluice.runtime.EngineCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Nothing goes wrong: the run that the others are measured by. Blocks. */
final class QuietRun {
  static final List<String> NAMES =
      List.of("quiet run to the end", "limit of a call", "event loop turns");

  private static final Duration BLOCKED = Duration.ofMillis(500);

  private final List<Verdict> verdicts = new ArrayList<>();
  private Optional<Measured> measured = Optional.empty();

  /** Plays it and judges the handler by it. */
  <T> void play(Stage<T> stage) throws InterruptedException {
    Dealt dealt = stage.deal();
    long begin = stage.clock().nanos();
    Life<T> life = stage.begin(dealt, stage.plan().figures(), Script.NOTHING);
    Ending ending = life.finish();
    Duration took = stage.clock().since(begin);
    Measured seen = Measured.of(life);
    Reckoning reckoning = Finale.count(stage, dealt, seen, List.of(life));
    EngineCounts counts = life.worker().counts();
    List<Call> failed = life.witness().calls(call -> call.failure() != null);
    long givenUp = counts.deadLettered() + counts.skipped();
    Judgement judgement =
        new Judgement(NAMES.get(0))
            .expect(life.worker().halted().isEmpty(), "lanes stopped: " + life.worker().halted())
            .expect(failed.isEmpty(), failed.size() + " calls failed" + firstOf(failed))
            .expect(givenUp == 0, givenUp + " records were given up by policy")
            .counted(reckoning.lost(), reckoning.again(), 0)
            .stopped(ending, "clean")
            .took(took)
            .measured(
                seen.calls()
                    + " calls, "
                    + Figures.ms(seen.median())
                    + " median, "
                    + Figures.ms(seen.p99())
                    + " p99");
    verdicts.add(judgement.verdict());
    if (verdicts.get(0).result() == Result.PASS) {
      measured = Optional.of(seen);
    }
    limit(stage.plan(), seen);
    if (stage.plan().task() instanceof ChunkHandler<T>) {
      eventLoop(seen);
    }
  }

  private static String firstOf(List<Call> failed) {
    return failed.isEmpty() ? "" : ", the first with " + failed.get(0).failure();
  }

  private void limit(Plan<?> plan, Measured seen) {
    Duration limit = plan.limits().limit();
    verdicts.add(
        new Judgement(NAMES.get(1))
            .expect(
                seen.longest().compareTo(limit) <= 0,
                "a call took longer than its limit: raise the limit or make chunks smaller")
            .took(seen.longest())
            .measured("longest " + Figures.ms(seen.longest()) + " of " + Figures.ms(limit))
            .verdict());
  }

  private void eventLoop(Measured seen) {
    verdicts.add(
        new Judgement(NAMES.get(2))
            .expect(
                seen.longestBlocked().compareTo(BLOCKED) <= 0,
                "the handler blocks the event loop: make it a BlockingChunkHandler")
            .took(seen.longestBlocked())
            .measured(
                "longest pause " + Figures.ms(seen.longestBlocked()) + " of " + Figures.ms(BLOCKED))
            .verdict());
  }

  List<Verdict> verdicts() {
    return verdicts;
  }

  /** Absent when the run failed: there is nothing to measure others by. */
  Optional<Measured> measured() {
    return measured;
  }
}
