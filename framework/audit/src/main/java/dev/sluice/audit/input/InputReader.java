package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.TextFile;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the command line names: files, directories, {@code -} for standard input.
 *
 * <p>At most 100,000 files are looked at, 64 directories deep; one file has at most 64 MiB. A file
 * that can't be read is a problem, the others are read all the same. A directory with a {@code
 * Chart.yaml} is rendered by Helm as a whole.
 */
public final class InputReader {
  private final Helm helm;
  private final Bounds bounds;

  /** Reads with this Helm. */
  public InputReader(Helm helm) {
    this(helm, Bounds.USUAL);
  }

  InputReader(Helm helm, Bounds bounds) {
    this.helm = helm;
    this.bounds = bounds;
  }

  /**
   * Reads everything.
   *
   * @param operands files, directories, {@code -}
   * @param standardInput read for {@code -}, once
   */
  public Inputs read(List<String> operands, InputStream standardInput) {
    Reading reading = new Reading(bounds);
    Walk walk = new Walk(bounds, new Auditable(reading));
    boolean inputRead = false;
    for (String operand : operands) {
      if (operand.equals("-")) {
        if (!inputRead) {
          reading.documents("-", standardInput);
        }
        inputRead = true;
      } else {
        operand(operand, reading, walk);
      }
    }
    return reading.inputs();
  }

  private void operand(String operand, Reading reading, Walk walk) {
    Path path;
    try {
      path = Path.of(operand);
    } catch (InvalidPathException e) {
      reading.problem(operand, "is no path: " + e.getReason());
      return;
    }
    if (Files.isDirectory(path)) {
      walk.directory(path);
    } else {
      reading.named(path, Walk.name(path));
    }
  }

  /**
   * Reads one text file whatever its name.
   *
   * @param operand its path
   * @param problems takes why it can't be read
   */
  public static Optional<SourceText> file(String operand, List<Problem> problems) {
    try {
      Path path = Path.of(operand);
      String name = Walk.name(path);
      return TextFile.strict(Bounds.USUAL.bytes()).open(path, name, problems::add);
    } catch (InvalidPathException e) {
      problems.add(new Problem(new Position(operand, 1, 1), "is no path: " + e.getReason()));
      return Optional.empty();
    }
  }

  private final class Auditable implements Walk.Found {
    private final Reading reading;

    Auditable(Reading reading) {
      this.reading = reading;
    }

    @Override
    public void file(Path path, String name, long length) {
      reading.found(path, name, length);
    }

    @Override
    public boolean directory(Path path, String name) {
      if (!Chart.at(path)) {
        return false;
      }
      new Chart(helm, bounds, reading).render(path, name);
      return true;
    }

    @Override
    public void skipped(String name, String reason) {
      reading.skip(name, reason);
    }

    @Override
    public void problem(String name, String message) {
      reading.problem(name, message);
    }
  }
}
