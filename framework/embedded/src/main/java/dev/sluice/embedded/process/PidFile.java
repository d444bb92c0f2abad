package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Remembers a started process over the death of whoever started it. The file's first line is the
 * pid, its second tells when the process started.
 */
public final class PidFile {
  private final Path file;

  /**
   * @param file where; its directory must exist
   */
  public PidFile(Path file) {
    this.file = file;
  }

  /** Writes the file in one step: a reader sees the old content or the new. */
  public void write(ProcessId process) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(next, process.pid() + "\n" + process.started() + "\n");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ServerFailed("can't write the pid file " + file, e);
    }
  }

  /** What was remembered, if anything legible was. */
  public Optional<ProcessId> read() {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      return lines.size() >= 2 && lines.get(0).matches("[0-9]{1,18}")
          ? Optional.of(new ProcessId(Long.parseLong(lines.get(0)), lines.get(1)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Forgets the process. */
  public void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new ServerFailed("can't delete the pid file " + file, e);
    }
  }

  /**
   * Ends the remembered process if that very process still runs, and forgets it. A later process
   * that was given the same pid is left alone.
   *
   * @param within how long it has after the signal before it is killed
   */
  public void endLeftover(Signal signal, Duration within) {
    read()
        .flatMap(ProcessId::handle)
        .ifPresent(process -> Ending.politely(process, signal, within));
    delete();
  }
}
