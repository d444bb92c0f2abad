package dev.sluice.audit.launch;

import java.util.List;
import java.util.Optional;

/**
 * A word of a shell's language before it is expanded.
 *
 * @param raw as it is written
 * @param parts what it consists of
 * @param line where it stands, from 1
 */
record ShellWord(String raw, List<Part> parts, int line) {

  /** A piece of a word. */
  sealed interface Part {}

  /** Text that stands for itself. */
  record Text(String text, boolean quoted) implements Part {}

  /** A parameter: {@code $name}, {@code ${name}}, {@code $1}, {@code $@}. */
  record Variable(String name, String raw, boolean quoted) implements Part {}

  /** Anything else that a shell computes. */
  record Computed(String raw) implements Part {}

  ShellWord {
    parts = List.copyOf(parts);
  }

  /** The word if nothing in it is computed. */
  Optional<String> literal() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (!(part instanceof Text piece)) {
        return Optional.empty();
      }
      text.append(piece.text());
    }
    return Optional.of(text.toString());
  }

  /** Whether it is this reserved word: plain, without a quote. */
  boolean is(String reserved) {
    return parts.size() == 1
        && parts.get(0) instanceof Text text
        && !text.quoted()
        && text.text().equals(reserved);
  }
}
