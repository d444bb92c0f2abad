package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import java.util.List;
import java.util.Locale;

/** What the command {@code jobs} can do. */
enum JobsAction {
  LIST(false),
  SHOW(false),
  RETRY(true),
  CANCEL(true),
  STATS(false);

  private final boolean changes;

  JobsAction(boolean changes) {
    this.changes = changes;
  }

  static JobsAction of(String word) {
    for (JobsAction each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new InvalidSetup(
        "jobs "
            + word
            + ": there is no such action\nFix: jobs list, show, retry, cancel or stats; jobs --help"
            + " prints what they take");
  }

  /** As it is written on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it needs on the table. */
  List<String> privileges() {
    return changes ? List.of("SELECT", "UPDATE") : List.of("SELECT");
  }
}
