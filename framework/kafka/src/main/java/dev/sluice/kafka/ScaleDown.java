package dev.sluice.kafka;

import dev.sluice.spi.InstanceIdentity;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes members that a scale-down has left behind, so that their lanes wait for nobody. Every
 * static member that knows the replicas wanted does so; a second removal of the same member finds
 * nothing. Asks from time to time, waits for nothing. Confined to the poll thread.
 */
final class ScaleDown {
  private static final Logger LOGGER = LoggerFactory.getLogger(ScaleDown.class);
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final GroupMembers members;
  private final Optional<SurplusMembers> surplus;
  private final Commands commands;
  private final Clock clock;
  private boolean asking;
  private long notBeforeNanos;

  private ScaleDown(
      GroupMembers members, Optional<SurplusMembers> surplus, Commands commands, Clock clock) {
    this.members = members;
    this.surplus = surplus;
    this.commands = commands;
    this.clock = clock;
    this.notBeforeNanos = clock.nanos();
  }

  /** For one worker: does nothing unless it is a static member that knows the replicas wanted. */
  static ScaleDown of(Admin admin, String group, SourceContext context, Commands commands) {
    SourceContext.Figures figures = context.figures();
    Duration window = figures.need().plus(figures.commit()).plus(figures.close());
    return new ScaleDown(
        new GroupMembers(admin, group),
        context
            .identity()
            .filter(own -> own.replicas().isPresent() && !own.isSurplus())
            .map((InstanceIdentity own) -> new SurplusMembers(own, window)),
        commands,
        context.clock());
  }

  /** Looks, if it is time. */
  void turn() {
    if (surplus.isPresent() && !asking && clock.nanos() - notBeforeNanos >= 0) {
      asking = true;
      var unused =
          members
              .all(EVERY)
              .whenComplete((all, failure) -> commands.submit(() -> answered(all, failure)));
    }
  }

  private void answered(Collection<MemberDescription> all, Throwable failure) {
    if (failure != null) {
      LOGGER.debug("the group's members can't be told: {}", failure.toString());
      again();
    } else if (surplus.get().marksMatter(all)) {
      var unused =
          members
              .committed(EVERY)
              .whenComplete(
                  (committed, unknown) ->
                      commands.submit(
                          () ->
                              look(
                                  all,
                                  LeftMarks.names(all, unknown == null ? committed : Map.of()))));
    } else {
      look(all, Set.of());
    }
  }

  private void look(Collection<MemberDescription> all, Set<String> left) {
    again();
    surplus.get().gone(all, left, clock.nanos()).forEach(this::remove);
  }

  private void again() {
    asking = false;
    notBeforeNanos = clock.nanos() + EVERY.toNanos();
  }

  private void remove(String instance) {
    var unused =
        members
            .removing(instance, "beyond the replicas wanted", EVERY)
            .whenComplete(
                (done, failure) -> {
                  if (failure == null) {
                    LOGGER.info("removed the member {}, which is beyond SLUICE_REPLICAS", instance);
                  } else {
                    // Another member may have been quicker.
                    LOGGER.debug("the member {} was not removed: {}", instance, failure.toString());
                  }
                });
  }
}
