package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.ConsumerFigures;
import dev.sluice.chain.DeliveryAck;
import dev.sluice.chain.Durations;
import dev.sluice.spi.SourceContext;
import java.time.Duration;

/**
 * How long a delivery may stay without an answer, against what the broker allows
 * (docs/shutdown-chain.md). Pure.
 *
 * @param longest what the pipeline's figures add up to
 * @param allowed the broker's delivery-ack time-out
 * @param handBackAfter what is held for so long is handed back, for settling takes time too
 */
record AckWindow(Duration longest, Duration allowed, Duration handBackAfter) {

  /** The window of a pipeline. */
  static AckWindow of(RabbitSourceConfig config, SourceContext context) {
    DeliveryAck held = held(config, context);
    Duration allowed = config.deliveryAckTimeout();
    Duration reserve = context.figures().commit().plus(context.figures().margin());
    Duration early = allowed.minus(reserve);
    Duration half = allowed.dividedBy(2);
    return new AckWindow(
        ConsumerFigures.deliveryAck(held), allowed, early.compareTo(half) > 0 ? early : half);
  }

  /** The most messages of one queue that are delivered and not settled. */
  static int prefetch(RabbitSourceConfig config, SourceContext context) {
    long derived = (long) context.chunkRecords() * context.work().chunks();
    return config.prefetch().orElse((int) Math.min(MOST_PREFETCH, derived));
  }

  private static final int MOST_PREFETCH = 65_535;

  private static DeliveryAck held(RabbitSourceConfig config, SourceContext context) {
    SourceContext.Work work = context.work();
    return new DeliveryAck(
        work.limit(),
        work.linger(),
        retryHeld(context),
        Duration.ZERO,
        context.figures().commit(),
        config.queues().size(),
        prefetch(config, context),
        context.chunkRecords(),
        work.chunks(),
        work.ordered());
  }

  /** Zero with delay queues; in place a record keeps its delivery through all its tries. */
  private static Duration retryHeld(SourceContext context) {
    if (DelayQueues.of(context).any()) {
      return Duration.ZERO;
    }
    Duration held = Duration.ZERO;
    Duration pause = context.work().firstPause();
    Duration longest = context.work().longestPause();
    Duration year = Durations.MAX;
    for (int retry = 1; retry < context.attempts(); retry++) {
      held = held.plus(pause).plus(context.work().limit());
      if (held.compareTo(year) > 0) {
        return year;
      }
      pause = pause.multipliedBy(2).compareTo(longest) < 0 ? pause.multipliedBy(2) : longest;
    }
    return held;
  }

  /**
   * Refuses a pipeline that the broker would take a channel from.
   *
   * @throws InvalidSetup with the sum and the ways out
   */
  static void check(RabbitSourceConfig config, SourceContext context) {
    AckWindow window = of(config, context);
    if (window.longest().compareTo(window.allowed()) < 0) {
      return;
    }
    DeliveryAck held = held(config, context);
    throw new InvalidSetup(
        RabbitSource.KEY
            + ".deliveryAckTimeout: "
            + Durations.print(window.allowed())
            + " is not more than the "
            + Durations.print(window.longest())
            + " that a delivery may have to wait for its acknowledgement: linger "
            + Durations.print(held.linger())
            + " + (1 + "
            + held.waves()
            + " waves) x limit "
            + Durations.print(held.limit())
            + " + retries in place "
            + Durations.print(held.retryHeld())
            + " + commit "
            + Durations.print(held.commit())
            + " (waves = "
            + sum(held)
            + "). The broker would end the channel and deliver everything again\nFix:"
            + " raise consumer_timeout at the broker and "
            + RabbitSource.KEY
            + ".deliveryAckTimeout with it, or lower prefetch, the handler's limit or"
            + " pipeline.retry.attempts");
  }

  private static String sum(DeliveryAck held) {
    String chunks = "prefetch " + held.prefetch() + " / chunk " + held.chunkRecords();
    String queues = "queues " + held.queues();
    String places = "in flight " + held.chunksInFlight();
    return held.ordered()
        ? chunks + " x " + queues + " / " + places + ", each quotient rounded up"
        : chunks + ", rounded up, x " + queues + " / " + places + ", rounded up";
  }
}
