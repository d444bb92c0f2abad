package dev.sluice.sample.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the build has put things. */
public final class Built {
  private Built() {}

  /** The production jar. */
  public static Path productionJar() {
    return existing("sluice.worker.jar", "target/sample-worker.jar");
  }

  /** The development jar. */
  public static Path developmentJar() {
    return existing("sluice.dev.jar", "target/sample-worker-dev.jar");
  }

  static Path testClasses() {
    return existing("sluice.test.classes", "target/test-classes");
  }

  static Path figures() {
    return Path.of(System.getProperty("sluice.figures", "target/figures")).toAbsolutePath();
  }

  private static Path existing(String property, String usual) {
    Path path = Path.of(System.getProperty(property, usual)).toAbsolutePath();
    if (!Files.exists(path)) {
      throw new AssertionError(path + " does not exist: package the module first");
    }
    return path;
  }
}
