package dev.sluice.config;

/** What {@code pipeline.ordering} keeps in order. */
public enum Ordering {
  /** Chunks of one lane run one after the other. */
  LANE
}
