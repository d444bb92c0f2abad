package dev.sluice.embedded.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The part of Linux's {@code /proc/<pid>/stat} that matters here.
 *
 * @param state one letter, {@code Z} for a zombie
 * @param session the session's id
 * @param startTick clock ticks between boot and the start of the process
 */
public record ProcStat(char state, long session, long startTick) {

  private static final int STATE = 0;
  private static final int SESSION = 3;
  private static final int START = 19;

  /**
   * Reads it.
   *
   * @return empty when there is no such process
   */
  public static Optional<ProcStat> of(long pid) throws IOException {
    String line;
    try {
      // The process's name may hold any byte: ISO-8859-1 decodes them all.
      line = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      if (Files.exists(Path.of("/proc/" + pid))) {
        throw e;
      }
      return Optional.empty();
    }
    // The second field is the name in brackets and may hold spaces and brackets itself.
    List<String> fields = List.of(line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1));
    return Optional.of(
        new ProcStat(
            fields.get(STATE).charAt(0),
            Long.parseLong(fields.get(SESSION)),
            Long.parseLong(fields.get(START))));
  }

  /** True when it has ended and only waits to be collected by its parent. */
  public boolean zombie() {
    return state == 'Z' || state == 'X';
  }
}
