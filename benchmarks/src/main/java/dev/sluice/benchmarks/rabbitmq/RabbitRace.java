package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.contest.Race;
import java.util.List;
import java.util.Optional;

/**
 * One comparison.
 *
 * @param id names it on the command line and in the results
 * @param queueType what kind of queue, as the broker calls it
 * @param records how many messages
 * @param rounds how often everybody runs, after the laps that warm up
 * @param target what Sluice is to reach of the yardstick
 */
record RabbitRace(String id, String queueType, int records, int rounds, double target)
    implements Race<RabbitEntrant> {
  private static final int CHUNK = 500;
  private static final int IN_FLIGHT = 4;

  static final List<RabbitRace> ALL =
      List.of(
          new RabbitRace("rabbit-classic", "classic", 50_000, 9, 0.9),
          new RabbitRace("rabbit-quorum", "quorum", 50_000, 9, 0.9));

  @Override
  public String title() {
    return queueType + " queue, no work";
  }

  @Override
  public String unit() {
    return "messages";
  }

  @Override
  public int warmUps() {
    return Math.min(rounds, 3);
  }

  @Override
  public List<RabbitEntrant> entrants() {
    return List.of(RabbitEntrant.values());
  }

  @Override
  public Optional<RabbitEntrant> yardstick() {
    return Optional.of(RabbitEntrant.HAND);
  }

  @Override
  public String settings() {
    return "chunks of " + CHUNK + ", prefetch " + CHUNK * IN_FLIGHT;
  }

  /** The same with fewer messages and rounds. */
  RabbitRace shorter(Length length) {
    return new RabbitRace(id, queueType, length.records(records), length.rounds(rounds), target);
  }

  RabbitLap order(String url, String data, String queue) {
    return new RabbitLap(url, data, queue, queueType, records, CHUNK, CHUNK * IN_FLIGHT);
  }
}
