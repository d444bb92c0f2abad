package dev.sluice.embedded.files;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;

/** What a data directory remembers of its server, in a file that only its owner may read. */
public final class StateFile {

  private StateFile() {}

  /**
   * Reads the file.
   *
   * @throws ServerFailed when it can't be read
   */
  public static Properties read(Path file) {
    Properties saved = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      saved.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw unusable(file, e);
    }
    return saved;
  }

  /**
   * Writes the file in one step: a reader sees the old content or the new.
   *
   * @throws ServerFailed when it can't be written
   */
  public static void write(Path file, Properties state) {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(next);
      Files.createFile(
          next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try (OutputStream out = Files.newOutputStream(next)) {
        state.store(out, null);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ServerFailed("can't write " + file + ": " + e, e);
    }
  }

  /** Says that the content is not what was once written. */
  public static ServerFailed unusable(Path file, Exception cause) {
    return new ServerFailed(
        "can't use " + file + ": " + cause + "; delete the data directory to begin anew", cause);
  }
}
