package dev.sluice.postgres;

/** What order jobs keep beyond that of their priorities and times. */
public enum JobOrder {
  /** None: whatever is due may be worked on at the same time. */
  NONE,
  /** Of the jobs of one key only the first that has not ended may be claimed. */
  KEY
}
