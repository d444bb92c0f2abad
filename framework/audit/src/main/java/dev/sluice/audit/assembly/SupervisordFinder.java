package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which of the supervisord configurations that were read a container runs. */
final class SupervisordFinder {
  /** Where supervisord looks without {@code -c}, apart from its working directory. */
  private static final List<String> USUAL =
      List.of(
          "/etc/supervisord.conf",
          "/etc/supervisor/supervisord.conf",
          "/usr/etc/supervisord.conf",
          "/usr/local/etc/supervisord.conf");

  private final Assembler.Parts parts;
  private final List<SourceText> mains = new ArrayList<>();
  private final Set<SourceText> used = new HashSet<>();

  /**
   * An answer.
   *
   * @param main the main file
   * @param assumed true when nobody said so: it is the only one that was read
   */
  record Found(SourceText main, boolean assumed) {}

  SupervisordFinder(Assembler.Parts parts) {
    this.parts = parts;
    parts.supervisord().stream()
        .filter(text -> isMain(text) || !includedName(text))
        .forEach(mains::add);
  }

  /** True when these words start supervisord. */
  static boolean starts(List<Word> program) {
    return program.stream()
        .limit(3)
        .map(word -> word.text().substring(word.text().lastIndexOf('/') + 1))
        .anyMatch(name -> name.equals("supervisord") || name.equals("supervisor.supervisord"));
  }

  /**
   * What the user said, or what the words and the mounted files say, or the only one there is.
   *
   * @param only whether the only one there is may be taken
   */
  Optional<Found> of(Place place, List<Word> program, Scripts files, boolean only) {
    Optional<SourceText> told =
        parts.supervisordOf().entrySet().stream()
            .filter(
                entry ->
                    place.names(entry.getKey())
                        || place.container().filter(entry.getKey()::equals).isPresent())
            .findFirst()
            .flatMap(entry -> byName(entry.getValue()));
    Optional<SourceText> named = told.isPresent() ? told : named(program, files);
    if (named.isPresent()) {
      used.add(named.get());
      return named.map(main -> new Found(main, false));
    }
    if (only && mains.size() == 1) {
      used.add(mains.get(0));
      return Optional.of(new Found(mains.get(0), true));
    }
    return Optional.empty();
  }

  /** True when no main file was read. */
  boolean none() {
    return mains.isEmpty();
  }

  /** Main files that no container was found for. */
  List<SourceText> unused() {
    return mains.stream().filter(main -> !used.contains(main)).toList();
  }

  /** The files among which {@code [include]} looks, with those that are mounted. */
  List<SourceText> all() {
    return parts.supervisord();
  }

  private Optional<SourceText> named(List<Word> program, Scripts files) {
    List<String> candidates = option(program).map(List::of).orElse(USUAL);
    for (String path : candidates) {
      Optional<SourceText> mounted = files.read(path);
      if (mounted.isPresent()) {
        return mounted;
      }
    }
    List<SourceText> matches =
        option(program)
            .map(path -> mains.stream().filter(main -> sameFile(main.name(), path)).toList())
            .orElse(List.of());
    return matches.size() == 1 ? Optional.of(matches.get(0)) : Optional.empty();
  }

  private Optional<SourceText> byName(String file) {
    return parts.supervisord().stream().filter(text -> text.name().equals(file)).findFirst();
  }

  private static boolean sameFile(String read, String path) {
    String last = path.substring(path.lastIndexOf('/') + 1);
    return read.equals(last) || read.endsWith("/" + last);
  }

  private static Optional<String> option(List<Word> program) {
    for (int i = 0; i < program.size(); i++) {
      String word = program.get(i).text();
      if ((word.equals("-c") || word.equals("--configuration")) && i + 1 < program.size()) {
        return Optional.of(program.get(i + 1).text());
      }
      if (word.startsWith("--configuration=")) {
        return Optional.of(word.substring(word.indexOf('=') + 1));
      }
      if (word.startsWith("-c") && word.length() > 2) {
        return Optional.of(word.substring(2));
      }
    }
    return Optional.empty();
  }

  /** True for a main file; others are parts that one includes. */
  static boolean isMain(SourceText text) {
    return hasSection(text, "[supervisord]");
  }

  private static boolean hasSection(SourceText text, String section) {
    return text.content().lines().anyMatch(line -> line.strip().startsWith(section));
  }

  // Files of a conf.d directory are included by a main file, unless there is none.
  private boolean includedName(SourceText text) {
    return parts.supervisord().stream()
        .anyMatch(other -> !other.equals(text) && isMain(other) && hasSection(other, "[include]"));
  }
}
