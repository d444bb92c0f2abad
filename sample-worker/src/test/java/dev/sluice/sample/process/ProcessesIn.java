package dev.sluice.sample.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The processes that have to do with a directory: it is in their command line or they work in it.
 */
public final class ProcessesIn {
  private ProcessesIn() {}

  /** What runs now, one line each. */
  public static List<String> directory(Path directory) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> pid != ProcessHandle.current().pid())
        .filter(pid -> worksIn(pid, directory) || commandLine(pid).contains(directory.toString()))
        .map(pid -> pid + " " + commandLine(pid))
        .toList();
  }

  private static boolean worksIn(long pid, Path directory) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).startsWith(directory);
    } catch (IOException e) {
      // Gone, or somebody else's.
      return false;
    }
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
          .replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }
}
