package dev.sluice.audit.supervisord;

/** Supervisord refuses the value at hand. Caught where the value's key and place are known. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Refused(String why) {
    super(why, null, false, false);
  }
}
