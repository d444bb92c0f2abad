package dev.sluice.spi;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Makes sources of one kind; found by {@code ServiceLoader} and named in {@code pipeline.yaml} as
 * {@code pipeline.source.<name>}.
 *
 * @param <C> the record its settings are read into
 */
public interface SourceProvider<C extends java.lang.Record> {

  /** The key under {@code pipeline.source}, for example {@code kafka}. */
  String name();

  /** The record that the settings are read into; its components are the keys. */
  Class<C> configType();

  /**
   * The places that a source with these settings reads, so that dead letters are not written into
   * one of them. Pure.
   *
   * @param retryDelays as in {@link SourceContext#retryDelays}
   * @return names that are the same for the same place, as in {@code kafka://host:9092/topic};
   *     several for a place with several addresses
   */
  default Set<String> reads(C config, List<Duration> retryDelays) {
    return Set.of();
  }

  /**
   * Whether sources of this kind put resume states that are too large for themselves into {@link
   * SourceContext#states()}. For all others {@code pipeline.resumeState} is refused. Constant.
   */
  default boolean usesStateStore() {
    return false;
  }

  /**
   * Whether sources of this kind keep what is given up ({@link Capability#KEEPS_FAILED}, which all
   * of them declare, then, and none otherwise): {@code deadLetter} needs no {@code
   * pipeline.deadLetter}. False for a queue, which forgets what is acknowledged. Constant.
   */
  default boolean keepsFailed() {
    return false;
  }

  /**
   * Whether a record that has no id ({@link Batch#id}) becomes a dead letter in a pipeline that
   * works in transactions, as the key {@code missingId} of these settings says; its lane stops
   * otherwise. No other pipeline asks for ids. Pure.
   *
   * @return true is refused for a pipeline without a place for dead letters
   */
  default boolean deadLettersMissingIds(C config) {
    return false;
  }

  /**
   * Whether sources of this kind tell records of several kinds apart: with {@link
   * SourceContext#kinds()} they deliver records of these kinds only, each lane has records of one
   * kind, and {@link Source#kind} says of which. For all others {@code pipeline.kinds} is refused.
   * Constant.
   */
  default boolean takesKinds() {
    return false;
  }

  /**
   * The connections that a source with these settings may hold open at once. Pure.
   *
   * @return empty for a server whose connections nobody counts
   */
  default List<Connections> connections(C config) {
    return List.of();
  }

  /**
   * Makes a source without connecting.
   *
   * @throws dev.sluice.api.InvalidSetup when the settings contradict each other or the chain
   */
  Source create(C config, SourceContext context);
}
