package dev.sluice.spi;

import io.vertx.core.Future;
import java.time.Duration;

/**
 * Where records go that are given up. A record is settled in its source only after its dead letter
 * is confirmed. Methods are called on the engine's event loop and must not block; futures may
 * complete on any thread.
 */
public interface DeadLetters {

  /**
   * Proves that letters can be written.
   *
   * @param within give up after this
   * @return fails with {@link dev.sluice.api.InvalidSetup} when the operator must mend something
   */
  Future<Void> open(Duration within);

  /**
   * Writes one letter. The engine has at most as many of these outstanding as chunks may run at
   * once. Goes on during a drain, whose deadlines bound it.
   *
   * @param within give up after this; a letter that was given up may still arrive
   * @return completes when the letter is stored for good, as the place it is written to confirms;
   *     fails when it is not, or not known to be
   */
  Future<Void> write(DeadLetter letter, Duration within);

  /**
   * Closes the client, after the last try and the source. Called once, also when {@link #open} has
   * failed.
   *
   * @param within give up after this
   */
  Future<Void> close(Duration within);
}
