package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.List;

/**
 * What a container, a supervisord program or a unit starts.
 *
 * @param words the arguments of the exec form; of the shell form the one string, or words that are
 *     joined by blanks
 * @param form how they are started
 */
public record StartLine(List<Word> words, Form form) {

  /** The two forms. */
  public enum Form {
    /** The words are the process. */
    EXEC,
    /** {@code /bin/sh -c} is the process, with the words as its program. */
    SHELL
  }

  /** Copies the words. */
  public StartLine {
    words = List.copyOf(words);
  }
}
