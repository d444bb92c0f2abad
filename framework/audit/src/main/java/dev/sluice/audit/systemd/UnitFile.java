package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a unit file or of system.conf, put together as systemd does: a backslash at the end
 * goes on in the next line, comments may stand between, a line without {@code =} is ignored, and a
 * broken section header ends the reading.
 *
 * @param settings in their order
 * @param remarks lines that systemd ignores
 * @param broken whether systemd refuses the file
 */
record UnitFile(List<Setting> settings, List<Remark> remarks, boolean broken) {

  /**
   * One assignment.
   *
   * @param section without brackets; empty before the first header
   * @param key without blanks around it
   * @param value without blanks around it
   * @param at the line where it begins
   */
  record Setting(String section, String key, String value, Position at) {}

  /** Copies the lists. */
  UnitFile {
    settings = List.copyOf(settings);
    remarks = List.copyOf(remarks);
  }

  /** Reads a file; linear in its length. */
  static UnitFile read(SourceText text) {
    return new Reader(text).read();
  }

  private static final class Reader {
    private final SourceText text;
    private final List<Setting> settings = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();
    private String section = "";
    private boolean broken;

    Reader(SourceText text) {
      this.text = text;
    }

    UnitFile read() {
      StringBuilder whole = new StringBuilder();
      int begun = 0;
      int number = 0;
      for (String line : (Iterable<String>) text.content().lines()::iterator) {
        number++;
        String bare = line.stripLeading();
        if (bare.startsWith("#") || bare.startsWith(";")) {
          continue;
        }
        begun = whole.isEmpty() ? number : begun;
        whole.append(line);
        if (goesOn(line)) {
          whole.setCharAt(whole.length() - 1, ' ');
          continue;
        }
        take(whole.toString().strip(), text.at(begun));
        whole.setLength(0);
        if (broken) {
          return new UnitFile(settings, remarks, true);
        }
      }
      take(whole.toString().strip(), text.at(Math.max(1, begun)));
      return new UnitFile(settings, remarks, broken);
    }

    private static boolean goesOn(String line) {
      int slashes = 0;
      while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
        slashes++;
      }
      return slashes % 2 == 1;
    }

    private void take(String line, Position at) {
      if (line.isEmpty()) {
        return;
      }
      if (line.startsWith("[")) {
        header(line, at);
        return;
      }
      int equals = line.indexOf('=');
      if (equals <= 0) {
        ignored(at, "systemd ignores the line " + quoted(line) + ": it is no key=value");
        return;
      }
      settings.add(
          new Setting(
              section, line.substring(0, equals).strip(), line.substring(equals + 1).strip(), at));
    }

    private void header(String line, Position at) {
      if (line.endsWith("]")) {
        section = line.substring(1, line.length() - 1);
        return;
      }
      broken = true;
      ignored(at, "systemd refuses the file: " + quoted(line) + " is no section header");
    }

    private void ignored(Position at, String message) {
      remarks.add(
          new Remark(
              Check.INVALID_VALUE,
              Optional.empty(),
              at,
              message,
              List.of(Change.set("write key=value, or [Section]"))));
    }

    private static String quoted(String line) {
      return "'" + (line.length() > 60 ? line.substring(0, 60) + "..." : line) + "'";
    }
  }
}
