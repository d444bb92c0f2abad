package dev.sluice.runtime;

/**
 * A record has no id, by which the store of its handler's transactions would know it again. Another
 * try changes nothing, and says nothing of the records beside it.
 */
final class MissingId extends Exception {
  private static final long serialVersionUID = 1L;

  MissingId(String lane, long position) {
    super(
        "the record of lane "
            + lane
            + " at position "
            + position
            + " has no message id, by which the transaction of its handler would know it again");
  }
}
