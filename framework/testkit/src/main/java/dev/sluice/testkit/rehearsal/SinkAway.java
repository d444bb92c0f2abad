package dev.sluice.testkit.rehearsal;

import dev.sluice.api.DependencyDown;
import dev.sluice.runtime.EngineCounts;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What the handler writes to is away for a while. */
final class SinkAway implements Scenario {
  private static final int FAILURES = 4;

  @Override
  public String name() {
    return "sink away for a while";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Dealt dealt = stage.deal();
    AtomicInteger failures = new AtomicInteger();
    Script script =
        new Script() {
          @Override
          public Optional<RuntimeException> instead(Call call) {
            return call.number() >= measured.early() && failures.incrementAndGet() <= FAILURES
                ? Optional.of(new DependencyDown("rehearsed: the sink is away"))
                : Optional.empty();
          }
        };
    Life<T> life = stage.begin(dealt, stage.plan().figures(), script);
    Ending ending = life.finish();
    Reckoning reckoning = Finale.count(stage, dealt, measured, List.of(life));
    EngineCounts counts = life.worker().counts();
    long givenUp = counts.deadLettered() + counts.skipped();
    long burnt = life.witness().calls(call -> call.attempt() > 0).size();
    return new Judgement(name())
        .expect(life.outageSeen(), "the engine did not take it for an outage")
        .expect(burnt == 0, burnt + " calls counted an attempt")
        .expect(givenUp == 0, givenUp + " records were given up")
        .expect(life.worker().halted().isEmpty(), "lanes stopped: " + life.worker().halted())
        .counted(reckoning.lost(), reckoning.again(), 0)
        .stopped(ending, "clean")
        .measured(
            Math.min(FAILURES, failures.get())
                + " calls found it away, "
                + burnt
                + " attempts counted")
        .verdict();
  }
}
