package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.InstanceIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.junit.jupiter.api.Test;

class SurplusMembersTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final Set<String> NOBODY = Set.of();
  private static final Optional<Integer> CLASSIC = Optional.empty();
  private static final Optional<Integer> AWAY = Optional.of(-2);

  private final SurplusMembers surplus =
      new SurplusMembers(
          new InstanceIdentity("orders-0", OptionalInt.of(2)), Duration.ofSeconds(30));

  private static MemberDescription member(String instance, String id, Optional<Integer> epoch) {
    return new MemberDescription(
        id,
        Optional.ofNullable(instance),
        Optional.empty(),
        "client",
        "host",
        new MemberAssignment(Set.of()),
        Optional.empty(),
        epoch,
        Optional.empty());
  }

  @Test
  void aMemberThatTheBrokerKnowsToBeAwayIsGoneAtOnce() {
    assertThat(
            surplus.gone(
                List.of(
                    member("orders-1", "a", AWAY),
                    member("orders-2", "b", AWAY),
                    member("orders-3", "c", Optional.of(7))),
                NOBODY,
                0))
        .containsExactly("orders-2");
  }

  @Test
  void otherKindsOfWorkersAndMembersWithoutANameAreLeftAlone() {
    assertThat(
            surplus.gone(
                List.of(
                    member("bills-7", "a", AWAY),
                    member("orders-extra", "b", AWAY),
                    member(null, "c", AWAY)),
                NOBODY,
                0))
        .isEmpty();
  }

  @Test
  void whereNobodyTellsAMemberIsGoneOnceItsStopMustHaveEnded() {
    List<MemberDescription> members = List.of(member("orders-2", "b", CLASSIC));

    assertThat(surplus.gone(members, NOBODY, 0)).isEmpty();
    assertThat(surplus.gone(members, NOBODY, 29 * SECOND)).isEmpty();
    assertThat(surplus.gone(members, NOBODY, 30 * SECOND)).containsExactly("orders-2");
  }

  @Test
  void aMemberWhoseMarksHaveSaidTwiceThatItHasLeftIsGone() {
    List<MemberDescription> members = List.of(member("orders-2", "b", CLASSIC));
    Set<String> left = Set.of("orders-2");

    assertThat(surplus.marksMatter(members)).isTrue();
    assertThat(surplus.gone(members, NOBODY, 0)).isEmpty();
    assertThat(surplus.gone(members, left, SECOND)).isEmpty();
    assertThat(surplus.gone(members, left, 2 * SECOND)).containsExactly("orders-2");
  }

  @Test
  void whereNobodyTellsAMemberThatComesLaterKnowsBetter() {
    assertThat(surplus.gone(List.of(), NOBODY, 0)).isEmpty();
    List<MemberDescription> members = List.of(member("orders-2", "b", CLASSIC));

    assertThat(surplus.gone(members, NOBODY, SECOND)).isEmpty();
    assertThat(surplus.gone(members, NOBODY, 90 * SECOND)).isEmpty();
  }

  @Test
  void whereNobodyTellsAMemberThatComesBackLives() {
    assertThat(surplus.gone(List.of(member("orders-2", "b", CLASSIC)), NOBODY, 0)).isEmpty();
    assertThat(surplus.gone(List.of(member("orders-2", "c", CLASSIC)), NOBODY, 20 * SECOND))
        .isEmpty();

    assertThat(surplus.gone(List.of(member("orders-2", "c", CLASSIC)), NOBODY, 90 * SECOND))
        .isEmpty();
  }
}
