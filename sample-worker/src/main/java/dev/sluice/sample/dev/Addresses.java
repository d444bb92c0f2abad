package dev.sluice.sample.dev;

import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Where running servers are, in a file for workers that attach to them. */
final class Addresses {
  private final Path home;

  Addresses(Path home) {
    this.home = home;
  }

  private Path file() {
    return home.resolve("addresses.properties");
  }

  /** Keeps the variables of a pipeline's placeholders. */
  void write(Map<String, String> variables) throws IOException {
    Properties properties = new Properties();
    properties.putAll(variables);
    delete();
    // The database's password is in it.
    Files.createFile(
        file(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (Writer to = Files.newBufferedWriter(file(), StandardCharsets.UTF_8)) {
      properties.store(to, null);
    }
  }

  /**
   * What was written.
   *
   * @throws InvalidSetup when no worker runs on the directory
   */
  Map<String, String> read() {
    Properties properties = new Properties();
    try (Reader from = Files.newBufferedReader(file(), StandardCharsets.UTF_8)) {
      properties.load(from);
    } catch (NoSuchFileException e) {
      throw new InvalidSetup(
          "--attach: no worker runs on "
              + home
              + "\nFix: leave --attach out, or name the directory of the one that runs with"
              + " --data-dir",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> variables = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> variables.put(n, properties.getProperty(n)));
    return variables;
  }

  void delete() throws IOException {
    Files.deleteIfExists(file());
  }
}
