package dev.sluice.spi;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;

/**
 * Makes dead-letter writers of one kind; found by {@code ServiceLoader} and named in {@code
 * pipeline.yaml} as {@code pipeline.deadLetter.<name>}.
 *
 * @param <C> the record its settings are read into
 */
public interface DeadLetterProvider<C extends java.lang.Record> {

  /** The key under {@code pipeline.deadLetter}, for example {@code kafka}. */
  String name();

  /** The record that the settings are read into; its components are the keys. */
  Class<C> configType();

  /**
   * The places that a writer with these settings writes to, named as in {@link
   * SourceProvider#reads}. Pure.
   */
  default Set<String> writes(C config) {
    return Set.of();
  }

  /**
   * The connections that a writer with these settings may hold open at once. Pure.
   *
   * @return empty for a server whose connections nobody counts
   */
  default List<Connections> connections(C config) {
    return List.of();
  }

  /**
   * Makes a writer without connecting.
   *
   * @param pipeline the pipeline's name, for client ids
   * @throws dev.sluice.api.InvalidSetup when the settings contradict each other
   */
  DeadLetters create(C config, String pipeline, Vertx vertx);
}
