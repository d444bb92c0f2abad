package dev.sluice.sample.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checkout that the tests run in. */
final class Checkout {
  static final Path ROOT = root();
  private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");

  private Checkout() {}

  static String read(String path) {
    return read(ROOT.resolve(path));
  }

  static String read(Path path) {
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every page of the documentation, wherever it lies. */
  static List<Path> pages() {
    return files(".md");
  }

  /** Every Java file, those of tests included. */
  static List<Path> java() {
    return files(".java");
  }

  /**
   * The text of all Java files outside of tests, with string literals that are only broken over
   * lines in one piece.
   */
  static String production() {
    return java().stream()
        .filter(file -> !file.toString().contains("/src/test/"))
        .map(Checkout::read)
        .map(text -> text.replaceAll("\"\\s*\\+\\s*\"", ""))
        .collect(Collectors.joining("\n"));
  }

  private static List<Path> files(String suffix) {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(suffix))
          .filter(Files::isRegularFile)
          .filter(Checkout::ours)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean ours(Path file) {
    for (Path part : ROOT.relativize(file)) {
      if (NOT_OURS.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("framework/core"))) {
      here = here.getParent();
    }
    return here;
  }
}
