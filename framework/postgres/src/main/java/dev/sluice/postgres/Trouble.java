package dev.sluice.postgres;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that something fails that is tried again and again, and once that it works again. */
final class Trouble {
  private static final Logger LOGGER = LoggerFactory.getLogger(Trouble.class);

  private String what;

  /**
   * @param tried what was tried, as a message begins
   * @param failure what came of it
   */
  void failed(String tried, Object failure) {
    if (what == null) {
      LOGGER.warn("{} failed and is tried again: {}", tried, String.valueOf(failure));
    } else {
      LOGGER.debug("{} failed again: {}", tried, String.valueOf(failure));
    }
    what = tried;
  }

  /** It has worked. */
  void over() {
    if (what != null) {
      LOGGER.info("{} works again", what);
      what = null;
    }
  }
}
