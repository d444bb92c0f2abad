package dev.sluice.embedded.process;

import java.io.IOException;

/** The signals that end a server politely. SIGKILL is {@link ProcessHandle#destroyForcibly()}. */
public enum Signal {
  /** What most programs stop on. */
  TERM,
  /** Postgres's fast shutdown: open connections are cut instead of waited for. */
  INT,
  /** Stands still until {@link #CONT}; no process can refuse. */
  STOP,
  /** Goes on. */
  CONT;

  /**
   * Sends it; nothing happens when the process has just gone.
   *
   * @throws IOException when there is no shell to send it with
   */
  public void to(ProcessHandle process) throws IOException {
    // The shell's own kill: slim systems have no kill program.
    new ProcessBuilder("sh", "-c", "kill -" + name() + " " + process.pid())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .join();
  }
}
