package dev.sluice.chain;

import java.time.Duration;

/**
 * Settings of brokers and autoscalers that follow from the same limits. All results are whole
 * seconds, each input rounded up, then added.
 */
public final class ConsumerFigures {
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Duration ONE_HOUR = Duration.ofHours(1);

  private ConsumerFigures() {}

  /**
   * Kafka's {@code max.poll.interval.ms}: max(300 s, need + commit + max(margin, heartbeat interval
   * + 5 s)).
   *
   * <p>Source: a revoked lane may finish its started work (need) and commit it while the rebalance
   * waits for the member's next poll, and a member that polls later than this is thrown out. With
   * KIP-848 the client sends the same figure as its rebalance time-out, and hears of a revoke only
   * with a heartbeat.
   *
   * @throws InvalidDeclaration if the result is more than the setting can hold, 32 bits of
   *     milliseconds
   */
  public static Duration maxPollInterval(
      Duration need, Duration commit, Duration margin, Duration heartbeatInterval) {
    long slack = Math.max(seconds(margin), seconds(heartbeatInterval) + 5);
    Duration interval = atLeastFiveMinutes(seconds(need) + seconds(commit) + slack);
    if (interval.toMillis() > Integer.MAX_VALUE) {
      throw new InvalidDeclaration(
          "max.poll.interval.ms would have to be "
              + interval.toMillis()
              + ", more than Kafka's 2147483647; lower the limit of the task or declare"
              + " checkpointEvery");
    }
    return interval;
  }

  /**
   * What RabbitMQ's delivery-ack time-out ({@code consumer_timeout}, 1,800 s by default) must
   * exceed: linger + (1 + waves) × limit + retry time held unacked + ack delay + commit.
   *
   * <p>Source: the broker's clock runs from the delivery. A message waits for a partial chunk, then
   * for the chunks delivered before it, then for its own try, then for its ack.
   */
  public static Duration deliveryAck(DeliveryAck held) {
    return Duration.ofSeconds(
        seconds(held.linger())
            + Math.multiplyExact(1 + held.waves(), seconds(held.limit()))
            + seconds(held.retryHeld())
            + seconds(held.ackDelay())
            + seconds(held.commit()));
  }

  /**
   * The visibility time-out of SQS without a heartbeat that extends it: linger + (1 + waves) ×
   * limit + commit.
   *
   * <p>Source: as {@link #deliveryAck}, the clock runs from the receive.
   */
  public static Duration sqsVisibility(DeliveryAck held) {
    return Duration.ofSeconds(
        seconds(held.linger())
            + Math.multiplyExact(1 + held.waves(), seconds(held.limit()))
            + seconds(held.commit()));
  }

  /**
   * {@code behavior.scaleDown.stabilizationWindowSeconds} of an autoscaler: max(300 s, grace), an
   * hour at most.
   *
   * <p>Source: 300 s is the autoscaler's default; a pod that is still stopping must not be counted
   * as spare capacity for the next step down. Kubernetes accepts no more than 3,600 s.
   */
  public static Duration hpaStabilization(Duration grace) {
    return atLeastFiveMinutes(Math.min(ONE_HOUR.toSeconds(), seconds(grace)));
  }

  /**
   * KEDA's {@code cooldownPeriod}: max(300 s, linger + limit).
   *
   * <p>Source: 300 s is KEDA's default; the last chunk is given the time to be built and tried
   * before the scaler goes from one to zero. Advisory: a stop is a drain anyway.
   */
  public static Duration kedaCooldown(Duration linger, Duration limit) {
    return atLeastFiveMinutes(seconds(linger) + seconds(limit));
  }

  /**
   * {@code helm upgrade --wait --timeout} of a rolling Deployment: start-up × ceil(replicas /
   * (maxUnavailable + maxSurge)).
   *
   * <p>Source: the rollout replaces that many pods at a time and waits for each to become ready; it
   * does not wait for old ones to be gone.
   *
   * @param atATime maxUnavailable + maxSurge, at least one
   */
  public static Duration rollingUpdate(Duration startup, int replicas, int atATime) {
    return Duration.ofSeconds(seconds(startup) * DeliveryAck.ceilDiv(replicas, atATime));
  }

  private static Duration atLeastFiveMinutes(long seconds) {
    return Duration.ofSeconds(Math.max(FIVE_MINUTES.toSeconds(), seconds));
  }

  private static long seconds(Duration duration) {
    return Durations.ceilSeconds(duration);
  }
}
