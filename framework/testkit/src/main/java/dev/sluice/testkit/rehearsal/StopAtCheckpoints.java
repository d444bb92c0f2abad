package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Stops come at a checkpoint, so that the handler has to get to its next one. */
final class StopAtCheckpoints implements Scenario {

  @Override
  public String name() {
    return "stops between two checkpoints";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    Optional<Duration> promised = stage.plan().limits().checkpointEvery();
    if (!measured.makesCheckpoints()) {
      return promised.isEmpty()
          ? Verdict.notTried(name(), "the handler makes no checkpoints")
          : Verdict.broken(
              name(),
              "the handler declares checkpointEvery and made no checkpoint in "
                  + measured.calls()
                  + " calls");
    }
    Dealt dealt = stage.deal();
    List<Life<T>> lives = new ArrayList<>();
    List<Ending> endings = new ArrayList<>();
    int last = measured.checkpoints();
    for (int at : new TreeSet<>(List.of(1, (last + 1) / 2, Math.max(1, last - 1)))) {
      Life<T> life = stage.begin(dealt, stage.plan().figures(), stopAt(at));
      endings.add(life.finish());
      lives.add(life);
    }
    Reckoning reckoning = Finale.after(stage, dealt, measured, lives);
    Judgement judgement = new Judgement(name()).counted(reckoning.lost(), reckoning.again(), 0);
    for (Ending ending : endings) {
      judgement.stopped(ending, "clean");
    }
    return promise(judgement, lives, measured, promised)
        .took(endings.stream().map(Ending::took).max(Duration::compareTo).orElseThrow())
        .verdict();
  }

  private static Script stopAt(int checkpoint) {
    return new Script() {
      private boolean hit(Call call) {
        return call.checkpoints() == checkpoint;
      }

      @Override
      public void checkpointed(Life<?> life, Call call) {
        if (hit(call)) {
          life.stop();
        }
      }

      @Override
      public Hold atCheckpoint(Call call) {
        return hit(call) ? Hold.UNTIL_DRAINING : Hold.NONE;
      }
    };
  }

  private static <T> Judgement promise(
      Judgement judgement, List<Life<T>> lives, Measured measured, Optional<Duration> promised) {
    List<Call> calls = lives.stream().flatMap(life -> life.witness().calls().stream()).toList();
    Duration gap =
        calls.stream()
            .map(Call::longestGap)
            .reduce(measured.longestGap(), (one, two) -> one.compareTo(two) < 0 ? two : one);
    int after = calls.stream().mapToInt(Call::checkpointsWhileDraining).max().orElse(0);
    long stopped = calls.stream().filter(Call::stopped).count();
    if (promised.isPresent()) {
      judgement
          .expect(
              gap.compareTo(promised.get()) <= 0,
              "a checkpoint came later than checkpointEvery promises")
          .expect(
              after <= 1,
              "the handler made "
                  + after
                  + " checkpoints after it could see the stop, instead of stopping at the next");
    }
    return judgement.measured(
        lives.size()
            + " stops, "
            + stopped
            + " calls stopped at a checkpoint, longest gap "
            + Figures.ms(gap)
            + promised.map(every -> " of " + Figures.ms(every)).orElse(""));
  }
}
