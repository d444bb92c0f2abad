package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Ends processes within a bound. Blocks the calling thread. */
public final class Ending {
  private static final Duration GONE_AFTER_KILL = Duration.ofSeconds(10);

  private Ending() {}

  /**
   * Signals a process, waits, and kills it with all its children when it has not gone by then.
   *
   * @param within how long it has after the signal
   */
  public static void politely(ProcessHandle process, Signal signal, Duration within) {
    try {
      signal.to(process);
    } catch (IOException e) {
      throw new ServerFailed("can't send SIG" + signal + " to process " + process.pid(), e);
    }
    if (!gone(process, within)) {
      kill(process);
    }
  }

  /**
   * Kills a process and all its children and returns when they are gone.
   *
   * @throws ServerFailed when the system has not removed them within 10 s
   */
  public static void kill(ProcessHandle process) {
    // Before the kill: afterwards the children are no longer its own.
    List<ProcessHandle> all = Stream.concat(Stream.of(process), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    Deadline deadline = Deadline.in(GONE_AFTER_KILL);
    for (ProcessHandle one : all) {
      if (!gone(one, deadline.left())) {
        throw new ServerFailed("process " + one.pid() + " is still there 10 s after SIGKILL");
      }
    }
  }

  private static boolean gone(ProcessHandle process, Duration within) {
    // An interrupt must not leave a server behind: it is kept for the caller, the wait goes on.
    boolean interrupted = false;
    Deadline deadline = Deadline.in(within);
    try {
      while (true) {
        try {
          process.onExit().get(deadline.left().toMillis(), TimeUnit.MILLISECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException e) {
          return !process.isAlive();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
