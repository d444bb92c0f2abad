package dev.sluice.kafka;

import dev.sluice.spi.InstanceIdentity;
import dev.sluice.spi.SourceContext;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;

/**
 * How this worker belongs to its group. With a lasting name it is a static member: its lanes wait
 * for it over a restart. One beyond the replicas wanted will not come back, so it joins as a
 * dynamic member, whose lanes go to others when it stops.
 *
 * @param identity the worker's lasting name, if it has one
 */
record Membership(Optional<InstanceIdentity> identity) {

  static Membership of(SourceContext context) {
    return new Membership(context.identity());
  }

  /** The {@code group.instance.id}, empty for a dynamic member. */
  Optional<String> instance() {
    return identity.filter(own -> !own.isSurplus()).map(InstanceIdentity::id);
  }

  /** What a close does to the membership. */
  GroupMembershipOperation atClose() {
    return instance().isPresent()
        ? GroupMembershipOperation.REMAIN_IN_GROUP
        : GroupMembershipOperation.LEAVE_GROUP;
  }
}
