package dev.sluice.embedded.postgres;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How Postgres, which refuses to run as root, is run by whoever we are.
 *
 * @param prefix goes before the command
 * @param owner who must own the data directory: the user id as the system sees it
 */
record RunAs(List<String> prefix, int owner) {
  private static final int NOBODY = 65534;

  /** Nothing to do for an ordinary user. */
  static RunAs ourselves(int uid) {
    return new RunAs(List.of(), uid);
  }

  /**
   * A user namespace without a mapping: the process sees itself as nobody while the system goes on
   * treating it as root, so it may use every file that we may use.
   */
  static RunAs unmappedRoot() {
    return new RunAs(List.of("unshare", "-U"), 0);
  }

  /** Really as nobody, where containers forbid user namespaces. */
  static RunAs nobody() {
    return new RunAs(
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"),
        NOBODY);
  }

  /**
   * The first way that works here.
   *
   * @param program must be executable that way
   */
  static RunAs choose(Path program) {
    return possible(program).stream()
        .findFirst()
        .orElseThrow(
            () ->
                new ServerFailed(
                    "Postgres does not run as root, and here it can run neither by \"unshare -U\""
                        + " nor by setpriv as nobody: install util-linux, make "
                        + program
                        + " reachable for others (chmod o+x on its directories), or run as an"
                        + " ordinary user"));
  }

  /** Every way that works here, the best first. */
  static List<RunAs> possible(Path program) {
    int uid = uid(Path.of("/proc/self"));
    return uid != 0
        ? List.of(ourselves(uid))
        : Stream.of(unmappedRoot(), nobody()).filter(way -> way.works(program)).toList();
  }

  /** The whole command. */
  List<String> command(List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    return all;
  }

  /** Gives a tree to the user that Postgres runs as; nothing when it is theirs. */
  void give(Path tree) throws IOException {
    if (uid(tree) == owner) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.setAttribute(path, "unix:uid", owner);
      }
    }
  }

  private boolean works(Path program) {
    try {
      // test(1) asks whether the program may be executed by that user in that place.
      return new ProcessBuilder(command(List.of("test", "-x", program.toString())))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static int uid(Path path) {
    try {
      return (Integer) Files.getAttribute(path, "unix:uid");
    } catch (IOException e) {
      throw new ServerFailed("can't read the owner of " + path, e);
    }
  }
}
