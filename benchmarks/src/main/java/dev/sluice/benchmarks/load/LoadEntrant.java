package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.Entrant;
import dev.sluice.benchmarks.kafka.SentCommits;

/** Who takes part. */
enum LoadEntrant implements Entrant<LoadLap> {
  /** Sluice. */
  SLUICE("Sluice"),
  /** The yardstick. */
  LOOP("hand-written loop"),
  /** The same as often as Sluice has connections. */
  FOUR_LOOPS("four hand-written loops");

  private final String title;

  LoadEntrant(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Class<LoadLap> orders() {
    return LoadLap.class;
  }

  @Override
  public long commits() {
    return SentCommits.count();
  }

  @Override
  public Contestant<LoadLap> make() {
    return switch (this) {
      case SLUICE -> new SluiceLoad();
      case LOOP -> new LoadLoops(1);
      case FOUR_LOOPS -> new LoadLoops(4);
    };
  }
}
