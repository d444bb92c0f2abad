package dev.sluice.audit.text;

import java.util.Objects;

/**
 * Where something stands.
 *
 * @param file as the user named it, {@code -} for standard input
 * @param line from 1
 * @param column from 1
 */
public record Position(String file, int line, int column) {

  /** Needs a file. */
  public Position {
    Objects.requireNonNull(file, "file");
  }

  /** As tables and messages print it: {@code deploy.yaml:12}. */
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
