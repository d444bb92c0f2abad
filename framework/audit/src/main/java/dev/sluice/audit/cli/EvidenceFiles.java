package dev.sluice.audit.cli;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.TextFile;
import dev.sluice.audit.text.UnreadableText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the files that a diagnosis is given; one that can't be read does not stop the others. */
final class EvidenceFiles {
  private static final long TOTAL = 256L << 20;

  private final InputStream standardInput;
  private final List<SourceText> texts = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private long total;

  EvidenceFiles(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  void read(String name) {
    try {
      add(name.equals("-") ? TextFile.read(name, standardInput) : open(name));
    } catch (UnreadableText e) {
      problems.add(e.problem());
    } catch (NoSuchFileException e) {
      problem(name, "does not exist");
    } catch (IOException | InvalidPathException e) {
      problem(name, "can't be read: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      problem(name, "does not fit into memory: cut the log down to the stop");
    }
  }

  List<SourceText> texts() {
    return texts;
  }

  List<Problem> problems() {
    return problems;
  }

  private static SourceText open(String name) throws IOException, UnreadableText {
    Path path = Path.of(name);
    if (Files.isDirectory(path)) {
      throw new UnreadableText(
          new Problem(new Position(name, 1, 1), "is a directory: name the files in it"));
    }
    try (InputStream in = Files.newInputStream(path)) {
      return TextFile.read(name, in);
    }
  }

  private void add(SourceText text) {
    total += text.content().length();
    if (total > TOTAL) {
      problem(
          text.name(), "is left out: all files together are larger than " + (TOTAL >> 20) + " MiB");
    } else {
      texts.add(text);
    }
  }

  private void problem(String name, String message) {
    problems.add(new Problem(new Position(name, 1, 1), message));
  }
}
