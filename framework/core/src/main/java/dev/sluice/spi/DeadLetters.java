package dev.sluice.spi;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

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
   * Looks whether letters could be written, and changes nothing: nothing is written or made. Called
   * instead of {@link #open}; {@link #close} follows.
   *
   * @param within give up after this
   * @return what was found, at least one thing; may also fail with {@link
   *     dev.sluice.api.InvalidSetup}, which counts as a thing that is wrong
   */
  default Future<List<Checked>> check(Duration within) {
    return Future.succeededFuture(
        List.of(Checked.notChecked("pipeline.deadLetter", "this adapter can't check anything")));
  }

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
