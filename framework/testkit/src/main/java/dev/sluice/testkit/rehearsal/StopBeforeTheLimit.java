package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A stop comes when a call has used up most of its limit, which is scaled down. */
final class StopBeforeTheLimit implements Scenario {
  private static final int TENTHS = 8;
  private static final int ATTEMPTS = 3;

  @Override
  public String name() {
    return "stop just before the limit";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Duration real = stage.plan().limits().limit();
    Duration limit = measured.scaledLimit(real);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Optional<Verdict> verdict = play(stage, measured, limit);
      if (verdict.isPresent()) {
        return verdict.get();
      }
      Duration more = limit.multipliedBy(2);
      limit = more.compareTo(real) < 0 ? more : real;
    }
    return Verdict.notTried(
        name(), "this machine stalled: the limit had passed before the stop came");
  }

  /** Nothing when the instant was missed. */
  private <T> Optional<Verdict> play(Stage<T> stage, Measured measured, Duration limit)
      throws InterruptedException {
    Duration age = limit.multipliedBy(TENTHS).dividedBy(10);
    Dealt dealt = stage.deal();
    Script script =
        new Script() {
          @Override
          public void entered(Life<?> life, Call call) {
            if (call.number() == measured.early()) {
              life.stopAfter(age);
            }
          }

          @Override
          public Hold atEnd(Call call) {
            return call.number() == measured.early() ? Hold.UNTIL_DRAINING : Hold.NONE;
          }
        };
    Life<T> life = stage.begin(dealt, stage.plan().figures(limit, limit), script);
    Ending ending = life.finish();
    Reckoning reckoning = Finale.after(stage, dealt, measured, List.of(life));
    if (life.witness().calls().stream().anyMatch(call -> call.age().compareTo(limit) >= 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new Judgement(name())
            .counted(reckoning.lost(), reckoning.again(), 0)
            .stopped(ending, "clean")
            .measured("asked for after " + Figures.ms(age) + " of " + Figures.ms(limit))
            .verdict());
  }
}
