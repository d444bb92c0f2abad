package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, before the group is joined, until nobody else goes by this worker's name. Only the
 * broker-side protocol can tell: there a member that has stopped for a restart is marked as away.
 * One that was killed holds its name until its session is over.
 */
final class HeldIdentity {
  private static final Logger LOGGER = LoggerFactory.getLogger(HeldIdentity.class);
  private static final Duration TURN = Duration.ofMillis(250);

  private final GroupMembers members;
  private final String group;
  private final Clock clock;

  HeldIdentity(GroupMembers members, String group, Clock clock) {
    this.members = members;
    this.group = group;
    this.clock = clock;
  }

  /**
   * Blocks until the name is free.
   *
   * @throws InvalidSetup when it is not in time, or the wait was interrupted
   */
  void awaitFree(String instance, Duration within) {
    long began = clock.nanos();
    Optional<MemberDescription> holder = holding(instance, within);
    while (holder.isPresent()) {
      Duration left = within.minus(clock.since(began));
      if (left.isNegative() || Thread.currentThread().isInterrupted()) {
        throw held(instance, holder.get(), within);
      }
      LockSupport.parkNanos(Math.min(TURN.toNanos(), Math.max(1, left.toNanos())));
      holder = holding(instance, left.plus(TURN));
    }
  }

  private Optional<MemberDescription> holding(String instance, Duration within) {
    try {
      return members.holding(instance, within);
    } catch (KafkaException e) {
      // Joining will tell.
      LOGGER.debug("who holds the name {} is not known: {}", instance, e.toString());
      return Optional.empty();
    }
  }

  private InvalidSetup held(String instance, MemberDescription holder, Duration within) {
    return new InvalidSetup(
        "SLUICE_INSTANCE_ID: the name '"
            + instance
            + "' is held in the group '"
            + group
            + "' by the member "
            + holder.clientId()
            + " at "
            + holder.host()
            + ", and was not given up within "
            + within.toSeconds()
            + " s\nFix: give each worker of the group a name of its own; if that worker was killed,"
            + " start this one again: the name is free when the broker's session time-out is over");
  }
}
