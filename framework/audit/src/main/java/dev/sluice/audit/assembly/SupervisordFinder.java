package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
  private final List<SourceText> mains;
  private final Set<Position> used = new HashSet<>();

  /** The paths of {@code -c} by the file that was read whose name is most like them. */
  private final Map<String, Set<String>> askedFor = new HashMap<>();

  /**
   * An answer.
   *
   * @param main the main file
   * @param assumed why it is taken when nobody said so; empty when somebody did
   */
  record Found(SourceText main, Optional<String> assumed) {}

  /** A file that was read, and how many of the last parts of a path are those of its name. */
  private record Like(SourceText main, int parts) {}

  SupervisordFinder(Assembler.Parts parts) {
    this.parts = parts;
    List<SourceText> own = new ArrayList<>();
    List<SourceText> fragments = new ArrayList<>();
    boolean includes = false;
    for (SourceText text : parts.supervisord()) {
      boolean main = isMain(text);
      (main ? own : fragments).add(text);
      includes |= main && hasSection(text, "[include]");
    }
    // Files of a conf.d directory are included by a main file, unless there is none.
    mains = includes ? List.copyOf(own) : parts.supervisord();
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
    Optional<Found> found =
        told.or(() -> mounted(program, files))
            .map(main -> new Found(main, Optional.empty()))
            .or(() -> option(program).flatMap(this::like))
            .or(
                () ->
                    only && mains.size() == 1 && option(program).isEmpty()
                        ? Optional.of(new Found(mains.get(0), Optional.of("the only one read")))
                        : Optional.empty());
    found.ifPresent(it -> used.add(it.main().start()));
    return found;
  }

  /** Takes note of the file that a container asks for, before any gets one. */
  void expect(List<Word> program) {
    option(program)
        .ifPresent(
            path ->
                best(path)
                    .ifPresent(
                        like ->
                            askedFor
                                .computeIfAbsent(like.main().name(), name -> new HashSet<>())
                                .add(path)));
  }

  /** True when no main file was read. */
  boolean none() {
    return mains.isEmpty();
  }

  /** Takes note of a file that is mounted where a supervisord runs that was read. */
  void mounted(SourceText file) {
    used.add(file.start());
  }

  /** True when a container runs it, or has it mounted where it runs a supervisord. */
  boolean isUsed(SourceText file) {
    return used.contains(file.start());
  }

  /** Main files that no container was found for. */
  List<SourceText> unused() {
    return mains.stream().filter(main -> !used.contains(main.start())).toList();
  }

  /** The files among which {@code [include]} looks, with those that are mounted. */
  List<SourceText> all() {
    return parts.supervisord();
  }

  private static Optional<SourceText> mounted(List<Word> program, Scripts files) {
    return option(program).map(List::of).orElse(USUAL).stream()
        .map(files::read)
        .flatMap(Optional::stream)
        .findFirst();
  }

  // A name alone proves little, and one file is not two.
  private Optional<Found> like(String path) {
    return best(path)
        .map(
            like -> {
              boolean shared = askedFor.getOrDefault(like.main().name(), Set.of()).size() > 1;
              String why =
                  shared
                      ? "but several paths may be meant by it; here -c " + path
                      : "only its name is that of -c " + path;
              return new Found(
                  like.main(), shared || like.parts() < 2 ? Optional.of(why) : Optional.empty());
            });
  }

  /** The file whose name has most of the last parts of a path; empty when several have. */
  private Optional<Like> best(String path) {
    int most = 0;
    List<SourceText> matches = new ArrayList<>();
    for (SourceText main : mains) {
      int same = sameParts(main.name(), path);
      if (same > most) {
        most = same;
        matches.clear();
      }
      if (same == most && same > 0) {
        matches.add(main);
      }
    }
    return matches.size() == 1 ? Optional.of(new Like(matches.get(0), most)) : Optional.empty();
  }

  private Optional<SourceText> byName(String file) {
    return parts.supervisord().stream().filter(text -> text.name().equals(file)).findFirst();
  }

  private static int sameParts(String read, String path) {
    String[] one = read.split("/+", -1);
    String[] other = path.split("/+", -1);
    int same = 0;
    while (same < one.length
        && same < other.length
        && !one[one.length - 1 - same].isEmpty()
        && one[one.length - 1 - same].equals(other[other.length - 1 - same])) {
      same++;
    }
    return same;
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

  /** True for a text with a section that only supervisord knows. */
  static boolean isConfiguration(SourceText text) {
    return isMain(text)
        || hasSection(text, "[program:")
        || hasSection(text, "[eventlistener:")
        || hasSection(text, "[fcgi-program:");
  }

  static boolean hasSection(SourceText text, String section) {
    return text.content().lines().anyMatch(line -> line.strip().startsWith(section));
  }
}
