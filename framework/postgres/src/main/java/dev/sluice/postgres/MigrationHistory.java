package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares what has run with what is there. Pure. */
final class MigrationHistory {
  private MigrationHistory() {}

  /** A file that has run. */
  record Applied(int version, String file, String checksum) {}

  /**
   * The first file that has not run yet.
   *
   * @param files what is there, sorted by version
   * @param applied what has run, sorted by version
   * @throws InvalidSetup when what has run is not what is there
   */
  static Optional<Migration> next(String set, List<Migration> files, List<Applied> applied) {
    Map<Integer, Migration> byVersion =
        files.stream().collect(Collectors.toMap(Migration::version, Function.identity()));
    for (Applied one : applied) {
      Migration file = byVersion.get(one.version());
      if (file == null) {
        throw new InvalidSetup(
            "migration "
                + set
                + "/"
                + one.file()
                + " has run in this database but is missing from this jar\nFix: deploy a version"
                + " that has it, or use another database");
      }
      if (!file.checksum().equals(one.checksum())) {
        throw new InvalidSetup(
            "migration "
                + file.path()
                + " was changed after it has run in this database (as "
                + one.file()
                + ")\nFix: restore its content and put the change into a new file");
      }
    }
    int highest = applied.isEmpty() ? 0 : applied.get(applied.size() - 1).version();
    Map<Integer, Applied> done =
        applied.stream().collect(Collectors.toMap(Applied::version, Function.identity()));
    Optional<Migration> next =
        files.stream().filter(file -> !done.containsKey(file.version())).findFirst();
    next.filter(file -> file.version() < highest)
        .ifPresent(
            file -> {
              throw new InvalidSetup(
                  "migration "
                      + file.path()
                      + " is new but number "
                      + highest
                      + " has already run\nFix: give it the number "
                      + (highest + 1)
                      + " or a higher one");
            });
    return next;
  }
}
