package dev.sluice.progress;

/** How a source settles, as far as the books of a lane care. */
public enum Settling {
  /** A position settles everything before it. */
  CUMULATIVE,
  /** The same, and the source keeps what is carried with the position. */
  CUMULATIVE_WITH_CARRIED,
  /** Each record by itself; what is not done is handed back by name. */
  INDIVIDUAL,
  /** The same, and the source keeps resume states. */
  INDIVIDUAL_WITH_CARRIED;

  /** Whether records are settled one by one. */
  public boolean individual() {
    return this == INDIVIDUAL || this == INDIVIDUAL_WITH_CARRIED;
  }

  /** Whether the source keeps what a settlement carries. */
  public boolean carries() {
    return this == CUMULATIVE_WITH_CARRIED || this == INDIVIDUAL_WITH_CARRIED;
  }
}
