package dev.sluice.audit.systemd;

import java.util.Optional;

/** What systemd calls a file. */
public final class UnitName {
  private UnitName() {}

  /**
   * Tells by the last two parts of a path: {@code worker.service}, {@code
   * worker.service.d/10-stop.conf}, {@code system.conf}, {@code system.conf.d/stop.conf}; empty for
   * everything else.
   */
  public static Optional<String> of(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    if (name.endsWith(".service") || name.equals("system.conf")) {
      return Optional.of(name);
    }
    String directory = slash < 0 ? "" : path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
    boolean dropIn =
        directory.endsWith(".service.d")
            || directory.equals("service.d")
            || directory.equals("system.conf.d");
    return dropIn && name.endsWith(".conf")
        ? Optional.of(directory + "/" + name)
        : Optional.empty();
  }
}
