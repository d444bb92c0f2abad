package dev.sluice.config;

import dev.sluice.spi.Connections;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;

/**
 * The {@code pipeline.deadLetter} section: an adapter and its settings.
 *
 * @param provider the adapter
 * @param settings its own record, which may hold secrets
 * @param <C> the record's type
 */
public record DeadLetterSettings<C extends Record>(DeadLetterProvider<C> provider, C settings) {

  /** Where it writes to; see {@link DeadLetterProvider#writes}. */
  public Set<String> writes() {
    return provider.writes(settings);
  }

  /** Makes the writer without connecting; see {@link DeadLetterProvider#create}. */
  public DeadLetters create(String pipeline, Vertx vertx) {
    return provider.create(settings, pipeline, vertx);
  }

  /** The connections it may hold open; see {@link DeadLetterProvider#connections}. */
  public List<Connections> connections() {
    return provider.connections(settings);
  }

  @Override
  public String toString() {
    return "DeadLetterSettings[" + provider.name() + "]";
  }
}
