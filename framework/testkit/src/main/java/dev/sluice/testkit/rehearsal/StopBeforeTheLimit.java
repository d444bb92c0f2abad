package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.List;

/** A stop comes when a call has used up most of its limit, which is scaled down. */
final class StopBeforeTheLimit implements Scenario {
  private static final int TENTHS = 8;

  @Override
  public String name() {
    return "stop just before the limit";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Duration limit = measured.scaledLimit(stage.plan().limits().limit());
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
    return new Judgement(name())
        .counted(reckoning.lost(), reckoning.again(), 0)
        .stopped(ending, "clean")
        .measured("asked for after " + Figures.ms(age) + " of " + Figures.ms(limit))
        .verdict();
  }
}
