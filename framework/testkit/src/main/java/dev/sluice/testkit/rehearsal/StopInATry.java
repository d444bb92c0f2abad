package dev.sluice.testkit.rehearsal;

import java.util.List;

/** A stop comes while calls run, and they have time to end. */
final class StopInATry implements Scenario {

  @Override
  public String name() {
    return "stop in the middle of a call";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Dealt dealt = stage.deal();
    Script script =
        new Script() {
          @Override
          public void entered(Life<?> life, Call call) {
            if (call.number() == measured.early()) {
              life.stop();
            }
          }

          @Override
          public Hold atEnd(Call call) {
            return call.number() >= measured.early() ? Hold.UNTIL_DRAINING : Hold.NONE;
          }
        };
    Life<T> life = stage.begin(dealt, stage.plan().figures(), script);
    Ending ending = life.ending();
    long caught = life.witness().calls(call -> call.number() >= measured.early()).size();
    Reckoning reckoning = Finale.after(stage, dealt, measured, List.of(life));
    return new Judgement(name())
        .counted(reckoning.lost(), reckoning.again(), 0)
        .stopped(ending, "clean")
        .measured(caught + " calls were running")
        .verdict();
  }
}
