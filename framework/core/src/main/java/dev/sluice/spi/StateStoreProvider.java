package dev.sluice.spi;

import io.vertx.core.Vertx;
import java.util.List;

/**
 * Makes stores of large resume states of one kind; found by {@code ServiceLoader} and named in
 * {@code pipeline.yaml} as {@code pipeline.resumeState.<name>}.
 *
 * @param <C> the record its settings are read into
 */
public interface StateStoreProvider<C extends java.lang.Record> {

  /** The key under {@code pipeline.resumeState}, for example {@code postgres}. */
  String name();

  /** The record that the settings are read into; its components are the keys. */
  Class<C> configType();

  /**
   * The connections that a store with these settings may hold open at once. Pure.
   *
   * @return empty for a server whose connections nobody counts
   */
  default List<Connections> connections(C config) {
    return List.of();
  }

  /**
   * Makes a store without connecting.
   *
   * @param pipeline the pipeline's name, under which the states are kept
   * @throws dev.sluice.api.InvalidSetup when the settings contradict each other
   */
  StateStore create(C config, String pipeline, Vertx vertx);
}
