package dev.sluice.sample.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A statement that has a file of its own below {@code db}. */
public final class SqlFile {
  private SqlFile() {}

  /** Its text; reads from the class path. */
  public static String text(String name) {
    try (InputStream in = SqlFile.class.getResourceAsStream("/db/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
