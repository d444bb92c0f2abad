package dev.sluice.embedded.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that can't be mistaken for a later one with the same pid.
 *
 * @param pid the number
 * @param started when it started: on Linux the boot's id and the clock tick since boot, elsewhere
 *     the wall-clock time; compared, never interpreted
 */
public record ProcessId(long pid, String started) {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** The running process with this pid, if there is one. */
  public static Optional<ProcessId> of(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> started(handle).map(started -> new ProcessId(pid, started)));
  }

  /** This JVM. */
  public static ProcessId current() {
    return of(ProcessHandle.current().pid()).orElseThrow();
  }

  /** True while this very process runs; a zombie does not. */
  public boolean alive() {
    return handle().isPresent();
  }

  /** The handle of this very process, if it runs. */
  public Optional<ProcessHandle> handle() {
    return of(pid).filter(this::equals).flatMap(same -> ProcessHandle.of(pid));
  }

  private static Optional<String> started(ProcessHandle handle) {
    if (Files.exists(BOOT_ID)) {
      try {
        return ProcStat.of(handle.pid())
            .filter(stat -> !stat.zombie())
            .map(stat -> bootId() + ":" + stat.startTick());
      } catch (IOException gone) {
        return Optional.empty();
      }
    }
    return handle.info().startInstant().map(at -> Long.toString(at.toEpochMilli()));
  }

  private static String bootId() {
    try {
      return Files.readString(BOOT_ID, StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
