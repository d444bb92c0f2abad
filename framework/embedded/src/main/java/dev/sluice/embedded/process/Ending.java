package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes within a bound. Blocks the calling thread. */
public final class Ending {
  private static final Duration GONE_AFTER_KILL = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 3;

  private Ending() {}

  /**
   * Signals a process, waits, and kills it with all its children when it has not gone by then.
   *
   * @param within how long it has after the signal
   */
  public static void politely(ProcessHandle process, Signal signal, Duration within) {
    List<ProcessId> it = ProcessId.of(process.pid()).stream().toList();
    try {
      signal.to(process);
    } catch (IOException e) {
      throw new ServerFailed("can't send SIG" + signal + " to process " + process.pid(), e);
    }
    if (!gone(it, within)) {
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
    List<ProcessId> ids = all.stream().flatMap(one -> ProcessId.of(one.pid()).stream()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    if (!gone(ids, GONE_AFTER_KILL)) {
      throw new ServerFailed("process " + process.pid() + " is still there 10 s after SIGKILL");
    }
  }

  // Polled: ProcessHandle.onExit notices the end of what is not our own child only after seconds,
  // and never that of a zombie whose parent does not collect it, as happens in containers.
  private static boolean gone(List<ProcessId> processes, Duration within) {
    // An interrupt must not leave a server behind: it is kept for the caller, the wait goes on.
    boolean interrupted = false;
    Deadline deadline = Deadline.in(within);
    try {
      while (processes.stream().anyMatch(ProcessId::alive)) {
        if (deadline.passed()) {
          return false;
        }
        try {
          TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
