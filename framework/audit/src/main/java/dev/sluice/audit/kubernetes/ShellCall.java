package dev.sluice.audit.kubernetes;

import java.util.List;
import java.util.Optional;

/**
 * A shell that is given a script as a word.
 *
 * @param script the word
 * @param endsOnError whether {@code -e} is among the options
 */
record ShellCall(String script, boolean endsOnError) {

  /** Reads the words of a call, the shell first; empty when it runs a file. */
  static Optional<ShellCall> of(List<String> words) {
    boolean fromWord = false;
    boolean endsOnError = false;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--") || !(word.startsWith("-") || word.startsWith("+"))) {
        int script = word.equals("--") ? i + 1 : i;
        return fromWord && script < words.size()
            ? Optional.of(new ShellCall(words.get(script), endsOnError))
            : Optional.empty();
      }
      if (!word.startsWith("--")) {
        fromWord |= word.startsWith("-") && word.indexOf('c') > 0;
        endsOnError |= word.startsWith("-") && word.indexOf('e') > 0;
        if (word.endsWith("o") && i + 1 < words.size()) {
          endsOnError |= word.startsWith("-") && words.get(i + 1).equals("errexit");
          i++;
        }
      }
    }
    return Optional.empty();
  }
}
