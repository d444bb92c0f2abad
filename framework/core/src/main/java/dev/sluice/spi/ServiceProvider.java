package dev.sluice.spi;

import dev.sluice.api.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes clients that handlers use; found by {@code ServiceLoader} and named in {@code
 * pipeline.yaml} as {@code services.<kind>.<name>}.
 *
 * @param <C> the record its settings are read into
 */
public interface ServiceProvider<C extends java.lang.Record> {

  /** The key under {@code services}, for example {@code postgres}. */
  String kind();

  /** The record that the settings are read into; its components are the keys. */
  Class<C> configType();

  /** The type handlers ask for. */
  Class<?> serviceType();

  /**
   * The type handlers ask for to write in transactions with their position, an interface that
   * extends {@link dev.sluice.api.Transactions}; empty when services of this kind have none.
   */
  default Optional<Class<? extends Transactions<?>>> transactionsType() {
    return Optional.empty();
  }

  /**
   * The connections that a service with these settings may hold open at once. Pure.
   *
   * @return empty for a server whose connections nobody counts
   */
  default List<Connections> connections(C config) {
    return List.of();
  }

  /**
   * Makes the client without connecting.
   *
   * @param name its name in {@code pipeline.yaml}, for messages
   * @throws dev.sluice.api.InvalidSetup when the settings are wrong
   */
  Service create(String name, C config, Vertx vertx);

  /** One client and its life. */
  interface Service {

    /** The client, an instance of {@link ServiceProvider#serviceType()}. */
    Object client();

    /**
     * Proves that the service answers.
     *
     * @param within give up after this
     * @return fails with {@link dev.sluice.api.InvalidSetup} when the operator must mend something
     */
    Future<Void> check(Duration within);

    /**
     * Whether a failure says that the service is away (connection refused, pool exhausted), and
     * nothing about the work. The engine then pauses intake and probes, and counts no attempt.
     *
     * @param cause one throwable of the chain of causes; any thread, must not block
     */
    default boolean dependencyDown(Throwable cause) {
      return false;
    }

    /**
     * The store behind {@link ServiceProvider#transactionsType()}, an instance of it; the same each
     * time. Opened by the engine only when a handler asks for it, closed with this service.
     */
    default Optional<TransactionStore<?>> transactions() {
      return Optional.empty();
    }

    /**
     * Closes the client after the last try.
     *
     * @param within give up after this
     */
    Future<Void> close(Duration within);
  }
}
