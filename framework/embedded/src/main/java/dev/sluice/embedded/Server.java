package dev.sluice.embedded;

/**
 * The life of a server that is somebody else's process. All methods block the calling thread and
 * are safe from any thread; they run one after the other. Interrupting a thread inside {@link
 * #start()} ends what it has started so far, and the call fails.
 */
public interface Server extends AutoCloseable {

  /**
   * Starts the server and returns when it answers; nothing when it runs already. What a killed
   * earlier run left on the same data directory is ended first.
   *
   * @throws ServerFailed when it does not answer in time, or its data directory is in use
   */
  void start();

  /**
   * Stops the server the way it likes to be stopped, or kills it when that takes too long; nothing
   * when it does not run. Data and address are kept.
   */
  void stop();

  /** Ends the server as a power cut would (SIGKILL) and returns when every process is gone. */
  void kill();

  /** Stops and starts on the same data and the same address. */
  default void restart() {
    stop();
    start();
  }

  /** The same as {@link #stop()}; a temporary server's data goes when the JVM ends. */
  @Override
  default void close() {
    stop();
  }
}
