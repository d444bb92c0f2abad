package dev.sluice.audit.dockerfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where {@code COPY} and {@code ADD} bring files of the context to. */
final class Copies {
  private Copies() {}

  /**
   * Destinations in the image. A directory as a source stands for all below it; which sources are
   * directories only the context tells.
   *
   * @return the source in the context; empty when it comes from another stage or a URL
   */
  static Map<String, Optional<String>> of(
      Instruction instruction, Variables variables, String directory) {
    List<String> words = new ArrayList<>();
    boolean foreign = false;
    String rest = instruction.rest();
    while (rest.startsWith("--")) {
      int end = rest.indexOf(' ');
      String flag = end < 0 ? rest : rest.substring(0, end);
      foreign |= flag.startsWith("--from=");
      rest = end < 0 ? "" : rest.substring(end).strip();
    }
    List<String> written = ExecForm.read(rest).orElse(Variables.words(rest, instruction.escape()));
    for (String word : written) {
      Optional<String> value = variables.replaced(word, instruction.escape());
      if (value.isEmpty()) {
        return Map.of();
      }
      words.add(value.get());
    }
    Map<String, Optional<String>> copies = new LinkedHashMap<>();
    for (int i = 0; i < words.size() - 1; i++) {
      String source = words.get(i);
      boolean read = !foreign && !source.contains("://") && !source.startsWith("<<");
      String to = destination(words, source, directory);
      copies.put(to, read ? Optional.of(source) : Optional.empty());
    }
    return copies;
  }

  /** A destination that ends in a slash, or that several sources go to, is a directory. */
  private static String destination(List<String> words, String source, String directory) {
    String last = words.get(words.size() - 1);
    String to = Paths.below(directory, last);
    boolean into =
        last.endsWith("/") || last.endsWith("/.") || last.equals(".") || words.size() > 2;
    boolean all = source.endsWith("/") || source.equals(".") || source.endsWith("/.");
    return into && !all ? Paths.below(to, Paths.name(source)) : to;
  }
}
