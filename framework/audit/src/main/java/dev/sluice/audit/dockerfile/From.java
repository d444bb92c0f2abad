package dev.sluice.audit.dockerfile;

import java.util.List;
import java.util.Optional;

/**
 * A {@code FROM}.
 *
 * @param written the image as written
 * @param image with variables replaced; empty when one has no value here
 * @param name after {@code AS}
 */
record From(String written, Optional<String> image, Optional<String> name) {

  /** Reads one; flags like {@code --platform} say nothing about what is started. */
  static From read(Instruction instruction, Variables global) {
    List<String> words =
        Variables.words(instruction.rest(), instruction.escape()).stream()
            .filter(word -> !word.startsWith("--"))
            .toList();
    String written = words.isEmpty() ? "" : words.get(0);
    boolean named = words.size() > 2 && words.get(1).equalsIgnoreCase("AS");
    return new From(
        written,
        global.replaced(written, instruction.escape()),
        named ? Optional.of(words.get(2)) : Optional.empty());
  }
}
