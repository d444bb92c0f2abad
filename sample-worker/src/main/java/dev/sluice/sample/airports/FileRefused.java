package dev.sluice.sample.airports;

/**
 * The file of a job can't be imported, and trying again changes nothing until somebody sees to it.
 * The message names the file, what is wrong and what to do.
 */
public final class FileRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FileRefused(String message) {
    super(message);
  }
}
