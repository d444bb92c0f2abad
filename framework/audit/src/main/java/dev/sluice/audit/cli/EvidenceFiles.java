package dev.sluice.audit.cli;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.TextFile;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the files that a diagnosis is given; one that can't be read does not stop the others. */
final class EvidenceFiles {
  private static final long TOTAL = 256L << 20;

  private static final int HEAD = 4_096;
  private static final char REPLACED = '\uFFFD';
  private static final char ESCAPE = '\u001B';

  private final TextFile files = TextFile.lenient();
  private final InputStream standardInput;
  private final List<SourceText> texts = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private long total;

  EvidenceFiles(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  void read(String name) {
    try {
      Optional<SourceText> text = name.equals("-") ? standardInput() : open(name);
      text.ifPresent(this::add);
    } catch (InvalidPathException e) {
      problem(name, "is no path: " + e.getReason());
    }
  }

  List<SourceText> texts() {
    return texts;
  }

  List<Problem> problems() {
    return problems;
  }

  private Optional<SourceText> standardInput() {
    return files.read("-", standardInput, problems::add);
  }

  private Optional<SourceText> open(String name) {
    Path path = Path.of(name);
    if (Files.isDirectory(path)) {
      problem(name, "is a directory: name the files in it");
      return Optional.empty();
    }
    return files.open(path, name, problems::add);
  }

  private void add(SourceText text) {
    if (binary(text.content())) {
      problem(
          text.name(), "is no text: unpack it, or export it as text (journalctl, kubectl logs)");
      return;
    }
    total += text.content().length();
    if (total > TOTAL) {
      problem(
          text.name(), "is left out: all files together are larger than " + (TOTAL >> 20) + " MiB");
    } else {
      texts.add(text);
    }
  }

  /** A log that a crash has cut has zero bytes too, but most of its head is text. */
  private static boolean binary(String text) {
    String head = text.substring(0, Math.min(text.length(), HEAD));
    long strange =
        head.chars()
            .filter(c -> c == REPLACED || (c < ' ' && c != 0 && !Character.isWhitespace(c)))
            .filter(c -> c != ESCAPE)
            .count();
    return strange * 10 > head.length();
  }

  private void problem(String name, String message) {
    problems.add(new Problem(new Position(name, 1, 1), message));
  }
}
