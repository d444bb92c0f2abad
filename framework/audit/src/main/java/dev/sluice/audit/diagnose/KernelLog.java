package dev.sluice.audit.diagnose;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The kernel's lines about processes it killed because memory ran out. */
final class KernelLog {
  private static final int PROCESSES = 10_000;
  private static final String KILLED = "Killed process ";
  private static final String OLDER = "Kill process ";

  private final Map<Long, Evidence> byPid = new HashMap<>();
  private Optional<Evidence> any = Optional.empty();

  /** Takes a line; false when it is no such line. */
  boolean read(Line line) {
    String text = line.text();
    // "Out of memory: Killed process 123 (java)", "Memory cgroup out of memory: Killed process ..."
    int memory = text.indexOf("ut of memory: ");
    if (memory < 0) {
      return false;
    }
    int killed = text.indexOf(KILLED, memory);
    int start = killed >= 0 ? killed + KILLED.length() : text.indexOf(OLDER, memory);
    if (start < 0) {
      return false;
    }
    long pid = digits(text, killed >= 0 ? start : start + OLDER.length());
    if (byPid.size() < PROCESSES) {
      byPid.put(pid, line.evidence());
    }
    any = Optional.of(line.evidence());
    return true;
  }

  /** The line about a process. Inside a container it has another number than for the kernel. */
  Optional<Evidence> about(long pid) {
    return Optional.ofNullable(byPid.get(pid));
  }

  /** The last such line. */
  Optional<Evidence> any() {
    return any;
  }

  private static long digits(String text, int from) {
    long number = 0;
    int end = from;
    while (end < text.length() && end - from < 10 && Character.isDigit(text.charAt(end))) {
      number = number * 10 + (text.charAt(end) - '0');
      end++;
    }
    return number;
  }
}
