package dev.sluice.chain;

/** How much a finding weighs. */
public enum Severity {
  /** The chain does not fit: nothing is rendered, nothing starts. */
  REFUSAL,
  /** It runs, and a stop may be cut. */
  WARNING,
  /** Worth knowing. */
  NOTE
}
