package dev.sluice.spi;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a source puts resume states that are too large to travel with its positions. It keeps bytes
 * under ids that are never used twice; which id counts is decided by the commit that refers to it,
 * so that bytes of a member that has lost its lane are never read. Methods may be called on any
 * thread and must not block; futures may complete on any thread. All of them go on during a drain,
 * whose deadlines bound them.
 */
public interface StateStore {

  /** The most that a source puts under one id: what it tells the engine a lane may keep. */
  int MOST_BYTES = 1 << 20;

  /**
   * Proves that states can be put and got.
   *
   * @param within give up after this
   * @return fails with {@link dev.sluice.api.InvalidSetup} when the operator must mend something
   */
  Future<Void> open(Duration within);

  /**
   * Stores the states of a lane.
   *
   * @param lane names the lane among all that share the store under this pipeline's name
   * @param id never used before for this lane
   * @param states at most {@link #MOST_BYTES}; not changed by either side afterwards
   * @param within give up after this; what was given up may still arrive, which harms nobody
   * @return completes when the states are stored for good; fails when they are not, or not known to
   *     be
   */
  Future<Void> put(String lane, String id, byte[] states, Duration within);

  /**
   * Reads what was put.
   *
   * @param within give up after this
   * @return empty when there is nothing under this id, which is final; fails when nobody could tell
   *     in time
   */
  Future<Optional<byte[]>> get(String lane, String id, Duration within);

  /**
   * Drops the states under an id, and all that were put for the lane before them: no commit refers
   * to them any more. Without effect when there is nothing under this id.
   *
   * @param within give up after this; what stays is dropped with the next one
   */
  Future<Void> drop(String lane, String id, Duration within);

  /**
   * Closes the client, after the source. Called once, also when {@link #open} has failed.
   *
   * @param within give up after this
   */
  Future<Void> close(Duration within);
}
