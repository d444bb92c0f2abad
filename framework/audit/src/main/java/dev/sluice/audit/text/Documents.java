package dev.sluice.audit.text;

import java.util.List;

/**
 * The documents of a YAML or JSON file.
 *
 * @param trees those that could be read
 * @param problems those that could not, with their places
 */
public record Documents(List<Tree> trees, List<Problem> problems) {

  /** Copies the lists. */
  public Documents {
    trees = List.copyOf(trees);
    problems = List.copyOf(problems);
  }

  /**
   * Reads a file of any number of documents; JSON is told by its first characters. A document that
   * can't be read is a problem, the others are read all the same; empty ones are passed over. The
   * time is linear in the length. Bounds: {@link Limits}.
   */
  public static Documents read(SourceText text) {
    return read(text, Limits.ofHeap());
  }

  /** The same with other bounds. */
  public static Documents read(SourceText text, Limits limits) {
    return DocumentReader.read(text, limits);
  }
}
