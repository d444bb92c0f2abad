package dev.sluice.config;

/** What {@code pipeline.ordering} keeps in order. */
public enum Ordering {
  /** Chunks of one lane run one after the other. */
  LANE,
  /** Records of one key in one lane are handled one after the other; keys run side by side. */
  KEY,
  /** Chunks of one lane run side by side. */
  NONE
}
