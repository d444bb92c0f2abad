package dev.sluice.testkit.contract;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import dev.sluice.testkit.FakeRecord;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The broker in memory as one that does something by itself: every other millisecond it shares its
 * lanes among the workers and delivers. Everything happens on the one event loop of the workers.
 */
final class FakeContractBroker implements ContractBroker {
  private static final int LANES = 4;
  private static final int MOST = 50;

  private final Vertx vertx;
  private final FakeBroker broker;
  private final Map<String, FakeMember> members = new LinkedHashMap<>();
  private final Map<String, FakeMember> owners = new LinkedHashMap<>();
  private final UnaryOperator<Source> bend;
  private final long turning;
  private boolean cut;

  FakeContractBroker(Vertx vertx, FakeBroker broker) {
    this(vertx, broker, UnaryOperator.identity());
  }

  /**
   * @param bend what the engine gets instead of the source
   */
  FakeContractBroker(Vertx vertx, FakeBroker broker, UnaryOperator<Source> bend) {
    this.vertx = vertx;
    this.broker = broker;
    this.bend = bend;
    for (int i = 0; i < LANES; i++) {
      broker.lane("lane-" + i);
    }
    turning = vertx.setPeriodic(2, id -> turn());
  }

  private <A> A ask(Supplier<A> question) {
    Promise<A> answer = Promise.promise();
    vertx.runOnContext(v -> answer.complete(question.get()));
    return Patience.get(answer.future());
  }

  private void tell(Runnable action) {
    ask(
        () -> {
          action.run();
          return true;
        });
  }

  private void turn() {
    if (!cut) {
      share();
      members.values().forEach(member -> member.deliver(broker, MOST));
    }
  }

  private void share() {
    List<FakeMember> present = members.values().stream().filter(FakeMember::present).toList();
    int turn = 0;
    for (FakeLane lane : broker.lanes()) {
      FakeMember wanted = present.isEmpty() ? null : present.get(turn++ % present.size());
      if (!lane.owned()) {
        owners.remove(lane.name());
      }
      FakeMember owner = owners.get(lane.name());
      if (owner == null && wanted != null) {
        owners.put(lane.name(), wanted);
        wanted.source().assign(lane.name());
      } else if (owner != null && owner != wanted && owner.present()) {
        owner.revoke(new LaneRef(lane.name(), lane.generation()));
      }
    }
  }

  @Override
  public void put(List<FakeRecord> records) {
    tell(
        () ->
            records.forEach(
                each -> {
                  int lane = new String(each.key(), StandardCharsets.UTF_8).hashCode();
                  broker.lane("lane-" + Math.floorMod(lane, LANES)).append(each);
                }));
  }

  @Override
  public Source source(String member, SourceContext context) {
    return ask(
        () -> {
          FakeMember joined = new FakeMember(broker);
          members.put(member, joined);
          return bend.apply(joined.source());
        });
  }

  @Override
  public long settled() {
    return ask(() -> broker.lanes().stream().mapToLong(FakeLane::settledRecords).sum());
  }

  @Override
  public void silence(String member) {
    tell(
        () -> {
          FakeMember silent = members.get(member);
          silent.silence();
          broker.forget(silent.lanes(broker));
        });
  }

  @Override
  public void hear(String member) {
    tell(() -> members.get(member).hear());
  }

  @Override
  public void disown(String member) {
    tell(() -> members.get(member).source().lose(members.get(member).lanes(broker)));
  }

  @Override
  public void cutNetwork() {
    tell(
        () -> {
          cut = true;
          members.values().forEach(FakeMember::hold);
        });
  }

  @Override
  public void restoreNetwork() {
    tell(
        () -> {
          cut = false;
          members.values().forEach(FakeMember::answerLate);
        });
  }

  @Override
  public void restart() {
    tell(() -> members.values().forEach(member -> member.source().reconnect()));
  }

  @Override
  public Optional<String> notApplicable(Cell cell) {
    return Optional.empty();
  }

  @Override
  public void close() {
    vertx.cancelTimer(turning);
    tell(() -> members.values().forEach(FakeMember::check));
  }
}
