package dev.sluice.testkit.rehearsal;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The process dies while calls run, and another one takes over. */
final class Kill implements Scenario {

  @Override
  public String name() {
    return "killed and started again";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Dealt dealt = stage.deal();
    AtomicLong unsettled = new AtomicLong();
    Script script =
        new AtWork(
            measured,
            Hold.UNTIL_ENDED,
            (life, call) -> life.kill(() -> unsettled.set(given(life, dealt))));
    Life<T> life = stage.begin(dealt, stage.plan().figures(), script);
    life.awaitDeath();
    long cut = life.witness().calls(call -> !call.finished()).size();
    Reckoning reckoning = Finale.after(stage, dealt, measured, List.of(life));
    return new Judgement(name())
        .counted(reckoning.lost(), reckoning.again(), unsettled.get())
        .measured("calls running: " + cut + "; " + unsettled + " records of calls not settled")
        .verdict();
  }

  /** Records that some call was given and that are not settled. */
  private static long given(Life<?> life, Dealt dealt) {
    int[] given = new int[dealt.size()];
    life.witness().count(given, Call::size);
    long unsettled = 0;
    for (int number = 0; number < given.length; number++) {
      unsettled += given[number] > 0 && !dealt.settled(number) ? 1 : 0;
    }
    return unsettled;
  }
}
