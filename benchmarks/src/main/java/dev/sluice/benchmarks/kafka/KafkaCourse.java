package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Course;
import dev.sluice.embedded.KafkaBroker;

/** A broker with a topic for each race; a group that is new for each lap. */
final class KafkaCourse implements Course<KafkaRace, KafkaEntrant, KafkaLap>, AutoCloseable {
  private static final long WORK_NANOS = 2_000;

  private final KafkaBroker broker;
  private final Committed committed;
  private final long spin = Spin.amountOf(WORK_NANOS);
  private int groups;

  KafkaCourse(KafkaBroker broker) {
    this.broker = broker;
    this.committed = new Committed(broker.bootstrapServers());
  }

  @Override
  public void prepare(KafkaRace race) {
    Topic.fill(broker, race.id(), race.records());
  }

  @Override
  public KafkaLap order(KafkaRace race, KafkaEntrant entrant) {
    return race.order(broker.bootstrapServers(), "group-" + groups++, spin);
  }

  @Override
  public String trouble(KafkaRace race, KafkaEntrant entrant, KafkaLap order) {
    long confirmed = entrant == KafkaEntrant.TIMERS ? race.records() : committed.sum(order.group());
    return confirmed == race.records()
        ? ""
        : confirmed + " of " + race.records() + " records were committed";
  }

  @Override
  public void close() {
    committed.close();
  }
}
