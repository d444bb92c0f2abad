package dev.sluice.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What happened in a schedule, one event a line; keeps nothing unless it is on. */
final class Trace {
  private final List<String> lines = new ArrayList<>(0);
  private final boolean on;

  Trace(boolean on) {
    this.on = on;
  }

  boolean on() {
    return on;
  }

  void add(String line) {
    if (on) {
      lines.add(line);
    }
  }

  void add(Supplier<String> line) {
    if (on) {
      lines.add(line.get());
    }
  }

  List<String> lines() {
    return lines;
  }
}
