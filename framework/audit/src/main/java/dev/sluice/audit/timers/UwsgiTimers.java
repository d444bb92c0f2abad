package dev.sluice.audit.timers;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * uWSGI: TERM reloads it, or ends it with {@code die-on-term}; both end the running requests at
 * once. Only a hook that maps TERM to the graceful stop lets them end.
 */
final class UwsgiTimers implements Family {
  private static final String HOOK = "hook-master-start";
  private static final String MERCY = "worker-reload-mercy";
  private static final List<String> OTHER_FORMATS = List.of(".yaml", ".yml", ".json", ".xml");

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    return line.name().equals("uwsgi")
        ? List.of(
            new AppTimer("uwsgi graceful stop", figure(line, settings), true, Optional.empty()))
        : List.of();
  }

  private static Figure figure(CommandLine line, Settings settings) {
    Optional<String> path = line.option("--ini").map(Word::text).or(() -> ending(line, ".ini"));
    Optional<SourceText> file = path.flatMap(settings::file);
    Optional<String> unread =
        path.filter(it -> file.isEmpty())
            .or(() -> OTHER_FORMATS.stream().flatMap(it -> ending(line, it).stream()).findFirst());
    boolean graceful =
        line.option("--" + HOOK)
            .or(() -> file.flatMap(text -> Settings.line(text, HOOK)))
            .filter(hook -> hook.text().contains("gracefully_kill_them_all"))
            .isPresent();
    if (unread.isPresent() && !graceful) {
      return Figure.unknown(
          HOOK + " and " + MERCY + " in " + unread.get() + ", which was not read");
    }
    if (!graceful) {
      return Figure.defaulted(
          Duration.ZERO,
          "uWSGI's: TERM ends running requests at once, with die-on-term or without");
    }
    return line.option("--" + MERCY)
        .or(() -> file.flatMap(text -> Settings.line(text, MERCY)))
        .map(word -> Settings.figure(word, Duration.ofSeconds(1)))
        .orElseGet(
            () ->
                Figure.unknown(
                    MERCY + ": uWSGI logs 'your mercy for graceful operations' when it starts"));
  }

  private static Optional<String> ending(CommandLine line, String end) {
    return line.arguments().stream().map(Word::text).filter(it -> it.endsWith(end)).findFirst();
  }
}
