package dev.sluice.config;

import dev.sluice.spi.Connections;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The {@code pipeline.source} section: an adapter and its settings.
 *
 * @param provider the adapter
 * @param settings its own record, which may hold secrets
 * @param <C> the record's type
 */
public record SourceSettings<C extends Record>(SourceProvider<C> provider, C settings) {

  /** What it reads; see {@link SourceProvider#reads}. */
  public Set<String> reads(List<Duration> retryDelays) {
    return provider.reads(settings, retryDelays);
  }

  /** Makes the source without connecting; see {@link SourceProvider#create}. */
  public Source create(SourceContext context) {
    return provider.create(settings, context);
  }

  /**
   * What becomes of a record without an id in a pipeline that works in transactions: a dead letter,
   * or its lane stops; see {@link SourceProvider#deadLettersMissingIds}.
   */
  public OnFailure missingId() {
    return provider.deadLettersMissingIds(settings) ? OnFailure.DEAD_LETTER : OnFailure.STOP;
  }

  /** Refuses a place for resume states that this source would put nothing into. */
  void checkStateStore() {
    if (!provider.usesStateStore()) {
      throw new InvalidSetting(
          "resumeState",
          "is never written to: the source '"
              + provider.name()
              + "' keeps resume states itself, or none at all; remove it");
    }
  }

  /** Refuses kinds of records where the source knows none. */
  void checkKinds() {
    if (!provider.takesKinds()) {
      throw new InvalidSetting(
          "kinds",
          "can't be told apart by the source '"
              + provider.name()
              + "'; name one handler for all records: 'handler: NAME'");
    }
  }

  /** The connections it may hold open; see {@link SourceProvider#connections}. */
  public List<Connections> connections() {
    return provider.connections(settings);
  }

  @Override
  public String toString() {
    return "SourceSettings[" + provider.name() + "]";
  }
}
