package dev.sluice.progress;

/** How a source settles, as far as the books of a lane care. */
public enum Settling {
  /** A position settles everything before it. */
  CUMULATIVE,
  /** The same, and the source keeps what is carried with the position. */
  CUMULATIVE_WITH_CARRIED,
  /** Each record by itself; what is not done is handed back by name. */
  INDIVIDUAL
}
