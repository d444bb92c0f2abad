package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads one bounded text. */
final class TextFile {
  private TextFile() {}

  static Optional<String> open(Path path, String name, int limit, Consumer<Problem> problems) {
    try (InputStream stream = Files.newInputStream(path)) {
      return read(name, stream, limit, problems);
    } catch (IOException e) {
      problem(problems, name, reason(e));
      return Optional.empty();
    }
  }

  static Optional<String> read(
      String name, InputStream stream, int limit, Consumer<Problem> problems) {
    try {
      byte[] bytes = stream.readNBytes(limit + 1);
      if (bytes.length > limit) {
        problem(
            problems,
            name,
            "is larger than " + (limit >> 20) + " MiB: split it, or name fewer objects");
        return Optional.empty();
      }
      if (Decoding.binary(bytes, bytes.length)) {
        problem(problems, name, "is no text: it has zero bytes");
        return Optional.empty();
      }
      Decoding.Decoded decoded = Decoding.decode(name, bytes, bytes.length);
      decoded.problem().ifPresent(problems);
      return decoded.text();
    } catch (IOException e) {
      problem(problems, name, reason(e));
      return Optional.empty();
    } catch (OutOfMemoryError e) {
      problem(
          problems, name, "does not fit into memory: start with java -Xmx1g -jar sluice-audit.jar");
      return Optional.empty();
    }
  }

  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "may not be read by this user";
    }
    return "can't be read: " + e.getMessage();
  }

  private static void problem(Consumer<Problem> problems, String name, String message) {
    problems.accept(new Problem(new Position(name, 1, 1), message));
  }
}
