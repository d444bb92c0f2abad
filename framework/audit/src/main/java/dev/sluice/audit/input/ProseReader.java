package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.TextFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the documents of {@code --docs}: a file whatever its name, and of a directory those that
 * end in md, markdown, txt, adoc or rst. Bounds are those of {@link InputReader}.
 */
public final class ProseReader {
  private final List<SourceText> texts = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  /**
   * Reads everything.
   *
   * @param operands files and directories
   */
  public ProseReader(List<String> operands) {
    Walk walk = new Walk(Bounds.USUAL, new OfProse());
    for (String operand : operands) {
      try {
        Path path = Path.of(operand);
        if (Files.isDirectory(path)) {
          walk.directory(path);
        } else {
          add(path, Walk.name(path));
        }
      } catch (InvalidPathException e) {
        problem(operand, "is no path: " + e.getReason());
      }
    }
  }

  /** The documents. */
  public List<SourceText> texts() {
    return List.copyOf(texts);
  }

  /** What could not be read. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }

  private void add(Path path, String name) {
    TextFile.strict(Bounds.USUAL.bytes()).open(path, name, problems::add).ifPresent(texts::add);
  }

  private void problem(String name, String message) {
    problems.add(new Problem(new Position(name, 1, 1), message));
  }

  private final class OfProse implements Walk.Found {
    @Override
    public void file(Path path, String name, long length) {
      if (FileKind.ofName(name) == FileKind.PROSE) {
        add(path, name);
      }
    }

    @Override
    public boolean directory(Path path, String name) {
      return false;
    }

    @Override
    public void skipped(String name, String reason) {
      // What is no prose is none of this reader's business.
    }

    @Override
    public void problem(String name, String message) {
      ProseReader.this.problem(name, message);
    }
  }
}
