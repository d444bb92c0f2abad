package dev.sluice.audit.assembly;

import dev.sluice.audit.text.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that were read, by their names. */
final class Contexts {
  private final Map<String, SourceText> byName = new HashMap<>();

  Contexts(List<SourceText> texts) {
    texts.forEach(text -> byName.putIfAbsent(normal(text.name()), text));
  }

  /** The file of this name; of several the first. */
  Optional<SourceText> find(String name) {
    return Optional.ofNullable(byName.get(normal(name)));
  }

  private static String normal(String file) {
    return file.replace("/./", "/");
  }
}
