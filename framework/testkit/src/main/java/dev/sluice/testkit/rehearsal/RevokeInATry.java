package dev.sluice.testkit.rehearsal;

import dev.sluice.testkit.FakeRevoke;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A rebalance takes a lane away while a call works on it, and gives it back. */
final class RevokeInATry implements Scenario {
  private final boolean settles;

  /**
   * @param settles whether the last settle succeeds
   */
  RevokeInATry(boolean settles) {
    this.settles = settles;
  }

  @Override
  public String name() {
    return settles ? "lane revoked in a call" : "lane revoked, last settle fails";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Dealt dealt = stage.deal();
    Duration within = stage.plan().limits().need();
    AtomicLong unsettled = new AtomicLong();
    AtomicLong asked = new AtomicLong();
    AtomicLong answered = new AtomicLong();
    Script script =
        new AtWork(
            measured,
            Hold.UNTIL_DRAINING,
            life -> life.settlesSucceed(settles),
            (life, call) -> {
              asked.set(life.nanos());
              life.revoke(
                  call.lane(),
                  within,
                  revoke -> {
                    answered.set(life.nanos());
                    unsettled.set(letGo(dealt, revoke));
                  });
            });
    Life<T> life = stage.begin(dealt, stage.plan().figures(), script);
    Ending ending = life.finish();
    Reckoning reckoning = Finale.count(stage, dealt, measured, List.of(life));
    Duration took = Duration.ofNanos(answered.get() - asked.get());
    return new Judgement(name())
        .expect(life.worker().halted().isEmpty(), "lanes stopped: " + life.worker().halted())
        .counted(reckoning.lost(), reckoning.again(), unsettled.get())
        .stopped(ending, "clean")
        .expect(took.compareTo(within) <= 0, "the lane was not given up in time")
        .took(took)
        .measured("given up after " + Figures.ms(took) + " of " + Figures.ms(within))
        .verdict();
  }

  private long letGo(Dealt dealt, FakeRevoke revoke) {
    if (settles) {
      revoke.release();
      return 0;
    }
    long covered =
        revoke.settlements().stream()
            .mapToLong(one -> dealt.broker().lane(one.lane().name()).covered(one).length)
            .sum();
    revoke.releaseUnsettled();
    return covered;
  }
}
