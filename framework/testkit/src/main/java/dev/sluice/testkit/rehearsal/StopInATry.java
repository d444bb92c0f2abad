package dev.sluice.testkit.rehearsal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A stop comes while calls run, and they have time to end. */
final class StopInATry implements Scenario {

  @Override
  public String name() {
    return "stop in the middle of a call";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Dealt dealt = stage.deal();
    AtomicInteger caught = new AtomicInteger();
    Script script =
        new Script() {
          @Override
          public void entered(Life<?> life, Call call) {
            if (call.number() == measured.early()) {
              caught.set(life.witness().running().size());
              life.stop();
            }
          }

          @Override
          public Hold atEnd(Call call) {
            return call.number() >= measured.early() ? Hold.UNTIL_DRAINING : Hold.NONE;
          }
        };
    Life<T> life = stage.begin(dealt, stage.plan().figures(), script);
    Ending ending = life.finish();
    Reckoning reckoning = Finale.after(stage, dealt, measured, List.of(life));
    return new Judgement(name())
        .counted(reckoning.lost(), reckoning.again(), 0)
        .stopped(ending, "clean")
        .measured("calls running: " + caught)
        .verdict();
  }
}
