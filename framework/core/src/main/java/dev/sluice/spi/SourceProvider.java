package dev.sluice.spi;

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
   * Whether sources of this kind put resume states that are too large for themselves into {@link
   * SourceContext#states()}. For all others {@code pipeline.resumeState} is refused. Constant.
   */
  default boolean usesStateStore() {
    return false;
  }

  /**
   * Makes a source without connecting.
   *
   * @throws dev.sluice.api.InvalidSetup when the settings contradict each other or the chain
   */
  Source create(C config, SourceContext context);
}
