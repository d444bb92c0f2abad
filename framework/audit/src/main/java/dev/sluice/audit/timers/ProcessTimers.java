package dev.sluice.audit.timers;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** pm2, and Spring where something shows that it is Spring. */
final class ProcessTimers implements Family {
  private static final String SPRING = "spring.lifecycle.timeout-per-shutdown-phase";
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    return switch (line.name()) {
      case "pm2", "pm2-runtime", "pm2-docker" -> List.of(pm2(line, settings));
      case "java" -> spring(line, settings);
      default -> List.of();
    };
  }

  private static AppTimer pm2(CommandLine line, Settings settings) {
    Figure figure =
        line.option("--kill-timeout")
            .map(word -> Settings.figure(word, MILLISECOND))
            .or(() -> settings.variable("PM2_KILL_TIMEOUT", MILLISECOND))
            .orElseGet(
                () ->
                    Figure.defaulted(
                        Duration.ofMillis(1600), "pm2's, if no process file sets kill_timeout"));
    return new AppTimer("pm2 kill_timeout", figure, true, Optional.empty());
  }

  /** A bare number means milliseconds, as Spring Boot reads durations. */
  private static List<AppTimer> spring(CommandLine line, Settings settings) {
    Optional<Figure> figure =
        line.option("--" + SPRING)
            .or(() -> line.option("-D" + SPRING + "="))
            .map(word -> Settings.figure(word, MILLISECOND))
            .or(
                () ->
                    settings.variable(
                        SPRING.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""),
                        MILLISECOND))
            .or(
                () ->
                    settings.variable(
                        SPRING.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'),
                        MILLISECOND));
    boolean evident =
        figure.isPresent()
            || settings.anyVariable("SPRING_")
            || line.arguments().stream().map(Word::text).anyMatch(ProcessTimers::namesSpring);
    return evident
        ? List.of(
            new AppTimer(
                "spring timeout-per-shutdown-phase",
                figure.orElseGet(
                    () ->
                        Figure.defaulted(
                            Duration.ofSeconds(30), "Spring's, if application.yml sets none")),
                true,
                Optional.empty()))
        : List.of();
  }

  private static boolean namesSpring(String word) {
    return word.startsWith("--spring.")
        || word.startsWith("-Dspring.")
        || word.startsWith("org.springframework.boot.loader.");
  }
}
