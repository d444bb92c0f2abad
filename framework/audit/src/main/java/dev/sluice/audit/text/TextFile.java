package dev.sluice.audit.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads files of unknown size and encoding as texts. UTF-8 is assumed; UTF-16 is told by its byte
 * order mark or by its first character. No more is read than {@link Limits#text} allows.
 *
 * <p>Strict reading refuses what is no text, because Kubernetes, systemd and supervisord refuse it
 * too. Lenient reading takes what there is: a log that was cut by a crash is full of zero bytes,
 * and its figures are ASCII.
 */
public final class TextFile {
  private final int limit;
  private final boolean strict;

  private TextFile(int limit, boolean strict) {
    this.limit = Math.min(limit, Limits.ofHeap().text());
    this.strict = strict;
  }

  /**
   * For files that are audited.
   *
   * @param limit bytes of one file, at most
   */
  public static TextFile strict(int limit) {
    return new TextFile(limit, true);
  }

  /** For evidence. */
  public static TextFile lenient() {
    return new TextFile(Integer.MAX_VALUE, false);
  }

  /**
   * Reads a file.
   *
   * @param name for problems and places
   * @param problems takes why it can't be read
   * @return empty exactly when there is a problem
   */
  public Optional<SourceText> open(Path path, String name, Consumer<Problem> problems) {
    try (InputStream in = Files.newInputStream(path)) {
      return read(name, in, problems);
    } catch (IOException e) {
      return unreadable(name, reason(e), problems);
    }
  }

  /**
   * Reads a stream to its end or to the limit, and does not close it.
   *
   * @param name as the user named it, {@code -} for standard input
   * @param problems takes why it can't be read
   * @return empty exactly when there is a problem
   */
  public Optional<SourceText> read(String name, InputStream in, Consumer<Problem> problems) {
    try {
      byte[] bytes = in.readNBytes(limit + 1);
      if (bytes.length > limit) {
        problems.accept(tooLarge(new Position(name, 1, 1), limit));
        return Optional.empty();
      }
      return decode(name, bytes, problems);
    } catch (IOException e) {
      return unreadable(name, reason(e), problems);
    } catch (OutOfMemoryError e) {
      return unreadable(
          name, "does not fit into memory: start with java -Xmx1g -jar sluice-audit.jar", problems);
    }
  }

  /**
   * The text of the bytes of a file.
   *
   * @param name for problems and places
   * @param problems takes why they are no text
   * @return empty exactly when there is a problem
   */
  public Optional<SourceText> decode(String name, byte[] bytes, Consumer<Problem> problems) {
    Decoding decoding = new Decoding(bytes);
    Optional<Problem> damage = strict ? decoding.damage(name) : Optional.empty();
    if (damage.isPresent()) {
      problems.accept(damage.get());
      return Optional.empty();
    }
    return Optional.of(SourceText.file(name, decoding.text()));
  }

  /** Why a file can't be read, in a user's words. */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "may not be read by this user";
    }
    return "can't be read: " + e.getMessage();
  }

  static Problem tooLarge(Position at, int limit) {
    return new Problem(
        at,
        "is larger than "
            + (limit >> 20)
            + " MiB: split it, name fewer objects, or give Java more memory with -Xmx (64 MiB at"
            + " most)");
  }

  private static Optional<SourceText> unreadable(
      String name, String message, Consumer<Problem> problems) {
    problems.accept(new Problem(new Position(name, 1, 1), message));
    return Optional.empty();
  }
}
