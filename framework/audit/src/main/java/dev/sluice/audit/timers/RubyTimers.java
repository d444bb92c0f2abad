package dev.sluice.audit.timers;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sidekiq, Shoryuken, Puma and Resque. */
final class RubyTimers implements Family {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    return switch (line.name()) {
      case "sidekiq" -> List.of(pool("sidekiq", 25, line, settings));
      case "shoryuken" -> List.of(pool("shoryuken", 8, line, settings));
      case "puma" -> puma(line, settings);
      case "rake", "rails" -> line.has("resque:work") ? List.of(resque(settings)) : List.of();
      default -> List.of();
    };
  }

  /** {@code -t} before {@code :timeout:} of the file of {@code -C} before the default. */
  private static AppTimer pool(String name, int seconds, CommandLine line, Settings settings) {
    Optional<Word> flag = line.option("-t", "--timeout");
    Optional<Word> config = line.option("-C", "--config");
    Figure figure =
        flag.map(word -> Settings.figure(word, SECOND))
            .or(() -> config.map(path -> inFile(path.text(), name, seconds, settings)))
            .orElseGet(
                () ->
                    Figure.defaulted(
                        Duration.ofSeconds(seconds),
                        name + "'s, if config/" + name + ".yml sets no timeout"));
    return new AppTimer(name + " timeout", figure, true, Optional.empty());
  }

  private static Figure inFile(String path, String name, int seconds, Settings settings) {
    return settings
        .file(path)
        .map(
            text ->
                Settings.line(text, "timeout")
                    .map(word -> Settings.figure(word, SECOND))
                    .orElseGet(() -> Figure.defaulted(Duration.ofSeconds(seconds), name + "'s")))
        .orElseGet(() -> Figure.unknown(":timeout: in " + path + ", which was not read"));
  }

  /**
   * Puma waits for its threads for ever unless its configuration says otherwise; in cluster mode
   * its master ends the workers after a while all the same.
   */
  private static List<AppTimer> puma(CommandLine line, Settings settings) {
    Optional<Word> config = line.option("-C", "--config");
    Optional<SourceText> file = settings.file(config.map(Word::text).orElse("config/puma.rb"));
    List<AppTimer> timers = new ArrayList<>();
    file.flatMap(text -> Settings.line(text, "force_shutdown_after"))
        .filter(word -> !word.text().equals(":forever"))
        .map(
            word ->
                word.text().equals(":immediately")
                    ? Figure.written(Duration.ZERO, word.at())
                    : Settings.figure(word, SECOND))
        .ifPresent(it -> timers.add(ends("puma force_shutdown_after", it)));
    file.flatMap(text -> Settings.line(text, "worker_shutdown_timeout"))
        .map(word -> Settings.figure(word, SECOND))
        .or(() -> unsetInCluster(line, settings, file))
        .ifPresent(it -> timers.add(ends("puma worker_shutdown_timeout", it)));
    if (config.isPresent() && file.isEmpty()) {
      timers.add(
          ends(
              "puma shutdown",
              Figure.unknown(
                  "force_shutdown_after and worker_shutdown_timeout in "
                      + config.get().text()
                      + ", which was not read")));
    }
    return timers;
  }

  private static Optional<Figure> unsetInCluster(
      CommandLine line, Settings settings, Optional<SourceText> file) {
    boolean cluster =
        line.option("-w", "--workers")
            .map(Word::text)
            .or(() -> file.flatMap(text -> Settings.line(text, "workers")).map(Word::text))
            .or(() -> settings.variable("WEB_CONCURRENCY").flatMap(EnvVariable::value))
            .filter(workers -> !workers.equals("0"))
            .isPresent();
    // A file that was not read may set it.
    return cluster && (file.isPresent() || line.option("-C", "--config").isEmpty())
        ? Optional.of(Figure.defaulted(Duration.ofSeconds(30), "puma's in cluster mode"))
        : Optional.empty();
  }

  private static AppTimer ends(String name, Figure figure) {
    return new AppTimer(name, figure, true, Optional.empty());
  }

  /** TERM kills the child at once unless one of two variables is set; QUIT waits for it. */
  private static AppTimer resque(Settings settings) {
    if (settings.variable("TERM_CHILD").isPresent()) {
      Optional<Figure> before = settings.variable("RESQUE_PRE_SHUTDOWN_TIMEOUT", SECOND);
      Figure figure =
          before.orElseGet(
              () -> Figure.defaulted(Duration.ZERO, "resque's RESQUE_PRE_SHUTDOWN_TIMEOUT"));
      return new AppTimer("resque RESQUE_PRE_SHUTDOWN_TIMEOUT", figure, true, Optional.empty());
    }
    Figure none = Figure.defaulted(Figure.UNLIMITED, "resque's, on QUIT");
    boolean graceful = settings.variable("GRACEFUL_TERM").isPresent();
    return new AppTimer("resque", none, false, graceful ? Optional.empty() : Optional.of("QUIT"));
  }
}
