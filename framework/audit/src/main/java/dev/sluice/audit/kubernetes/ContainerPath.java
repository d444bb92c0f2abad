package dev.sluice.audit.kubernetes;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** ContainerPath in a container. */
final class ContainerPath {
  private static final int LONGEST = 4096;

  private ContainerPath() {}

  /** A path from the root, without {@code .}, {@code ..} and doubled slashes. */
  static Optional<String> absolute(String path) {
    return path.startsWith("/") ? parts(path, true).map(it -> "/" + it) : Optional.empty();
  }

  /** A path in a volume, without a slash at its ends; empty when it leads out of it. */
  static Optional<String> relative(String path) {
    return path.startsWith("/") ? Optional.empty() : parts(path, false);
  }

  /** The directory of an absolute path; empty for the root. */
  static Optional<String> parent(String path) {
    int slash = path.lastIndexOf('/');
    return path.length() == 1
        ? Optional.empty()
        : Optional.of(slash == 0 ? "/" : path.substring(0, slash));
  }

  private static Optional<String> parts(String path, boolean fromRoot) {
    if (path.length() > LONGEST) {
      return Optional.empty();
    }
    Deque<String> kept = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        if (kept.pollLast() == null && !fromRoot) {
          return Optional.empty();
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        kept.addLast(part);
      }
    }
    return Optional.of(String.join("/", kept));
  }
}
