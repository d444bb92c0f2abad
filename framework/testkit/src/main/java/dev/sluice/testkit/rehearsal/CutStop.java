package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.List;

/** A stop that has less time than the calls need: they are cut. */
final class CutStop implements Scenario {
  private static final Duration LEAST = Duration.ofMillis(1);

  @Override
  public String name() {
    return "stop that is cut";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Duration half = measured.median().dividedBy(2);
    Duration need = half.compareTo(LEAST) < 0 ? LEAST : half;
    Dealt dealt = stage.deal();
    Script script = new AtWork(measured, Hold.UNTIL_ENDED, (life, call) -> life.stop());
    Duration limit = stage.plan().limits().limit();
    Life<T> life = stage.begin(dealt, stage.plan().figures(limit, need), script);
    Ending ending = life.finish();
    long cut =
        life.witness().calls(call -> !call.finished() && !call.stopped()).stream()
            .mapToLong(call -> call.size() - call.checkpointed())
            .sum();
    // The engine hears of an end a turn later than the handler comes back: it may be cut before.
    long perhaps =
        life.witness().calls(call -> call.finished() && call.overSince(life.stopNanos())).stream()
            .mapToLong(call -> call.size() - call.checkpointed())
            .sum();
    Reckoning reckoning = Finale.after(stage, dealt, measured, List.of(life));
    return new Judgement(name())
        .counted(reckoning.lost(), reckoning.again(), cut + perhaps)
        .stopped(
            ending, cut > 0 || (perhaps > 0 && ending.outcome().equals("cut")) ? "cut" : "clean")
        .measured("cut after " + Figures.ms(need) + ", " + cut + " records were not checkpointed")
        .verdict();
  }
}
