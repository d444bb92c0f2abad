package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import io.vertx.core.Vertx;

/** No Kafka at all: timers that are set again as soon as they have fired, as many as ordered. */
final class BareTimers implements Contestant<KafkaLap> {

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) {
    if (order.work() != KafkaLap.Work.WAIT) {
      throw new UnsupportedOperationException("timers only");
    }
    Vertx vertx = Vertx.vertx();
    vertx
        .getOrCreateContext()
        .runOnContext(
            now -> {
              Rearmed rearmed = new Rearmed(vertx, order, watch);
              watch.begin();
              for (int i = 0; i < order.inFlight(); i++) {
                rearmed.arm();
              }
            });
    return () -> vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** On one event loop. */
  private static final class Rearmed {
    private final Vertx vertx;
    private final KafkaLap order;
    private final LapWatch watch;
    private int armed;

    Rearmed(Vertx vertx, KafkaLap order, LapWatch watch) {
      this.vertx = vertx;
      this.order = order;
      this.watch = watch;
    }

    void arm() {
      if (armed < order.records()) {
        armed++;
        vertx.setTimer(
            order.waitMillis(),
            fired -> {
              watch.done(1);
              arm();
            });
      }
    }
  }
}
