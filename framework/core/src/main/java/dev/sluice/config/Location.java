package dev.sluice.config;

/**
 * A place in a configuration file.
 *
 * @param file the file as the user named it
 * @param line counted from 1; 0 when the file as a whole is meant
 */
public record Location(String file, int line) {

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line;
  }
}
