package dev.sluice.audit.timers;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Gunicorn, Uvicorn, Hypercorn, Celery and Dramatiq. */
final class PythonTimers implements Family {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    return switch (line.name()) {
      case "gunicorn" -> List.of(ends("gunicorn graceful_timeout", gunicorn(line, settings)));
      case "hypercorn" -> List.of(ends("hypercorn graceful_timeout", hypercorn(line, settings)));
      case "uvicorn" -> uvicorn(line, settings);
      case "celery" -> line.has("worker") ? celery(line, settings) : List.of();
      case "dramatiq" -> List.of(ends("dramatiq worker_shutdown_timeout", dramatiq(line)));
      default -> List.of();
    };
  }

  private static AppTimer ends(String name, Figure figure) {
    return new AppTimer(name, figure, true, Optional.empty());
  }

  /** The command line counts before GUNICORN_CMD_ARGS, that before the file. */
  private static Figure gunicorn(CommandLine line, Settings settings) {
    Optional<EnvVariable> variable = settings.variable("GUNICORN_CMD_ARGS");
    CommandLine fromVariable = new CommandLine("gunicorn", words(variable));
    Optional<Figure> flag =
        line.option("--graceful-timeout")
            .or(() -> fromVariable.option("--graceful-timeout"))
            .map(word -> Settings.figure(word, SECOND));
    if (flag.isPresent()) {
      return flag.get();
    }
    if (variable.isPresent() && variable.get().value().isEmpty()) {
      return Figure.unknown("GUNICORN_CMD_ARGS, set at " + variable.get().at());
    }
    Optional<Word> config =
        line.option("-c", "--config").or(() -> fromVariable.option("-c", "--config"));
    return fromFile(config, 30, "gunicorn", settings);
  }

  private static List<Word> words(Optional<EnvVariable> variable) {
    return variable
        .flatMap(EnvVariable::value)
        .map(
            text ->
                Arrays.stream(text.strip().split("\\s+", -1))
                    .map(word -> new Word(word, variable.orElseThrow().at()))
                    .toList())
        .orElse(List.of());
  }

  private static Figure hypercorn(CommandLine line, Settings settings) {
    return line.option("--graceful-timeout")
        .map(word -> Settings.figure(word, SECOND))
        .orElseGet(() -> fromFile(line.option("-c", "--config"), 3, "hypercorn", settings));
  }

  private static Figure fromFile(
      Optional<Word> config, int seconds, String name, Settings settings) {
    Duration usual = Duration.ofSeconds(seconds);
    if (config.isEmpty()) {
      return Figure.defaulted(usual, name + "'s");
    }
    String path = config.get().text();
    return settings
        .file(path.startsWith("file:") ? path.substring(5) : path)
        .map(
            text ->
                Settings.line(text, "graceful_timeout")
                    .map(word -> Settings.figure(word, SECOND))
                    .orElseGet(() -> Figure.defaulted(usual, name + "'s")))
        .orElseGet(() -> Figure.unknown("graceful_timeout in " + path + ", which was not read"));
  }

  /** Without the setting Uvicorn waits for its requests for ever. */
  private static List<AppTimer> uvicorn(CommandLine line, Settings settings) {
    return line.option("--timeout-graceful-shutdown")
        .map(word -> Settings.figure(word, SECOND))
        .or(() -> settings.variable("UVICORN_TIMEOUT_GRACEFUL_SHUTDOWN", SECOND))
        .map(figure -> List.of(ends("uvicorn timeout_graceful_shutdown", figure)))
        .orElse(List.of());
  }

  /** TERM waits for the tasks for ever; remapped to QUIT it ends them, or after a soft time-out. */
  private static List<AppTimer> celery(CommandLine line, Settings settings) {
    List<AppTimer> timers = new ArrayList<>();
    boolean cold =
        settings
            .variable("REMAP_SIGTERM")
            .flatMap(EnvVariable::value)
            .filter("SIGQUIT"::equals)
            .isPresent();
    if (cold) {
      timers.add(
          ends(
              "celery worker_soft_shutdown_timeout",
              Figure.unknown(
                  "worker_soft_shutdown_timeout in the application's configuration: REMAP_SIGTERM"
                      + " makes TERM a cold shutdown, which is at once when it is not set")));
    }
    for (String limit : new String[] {"--time-limit", "--soft-time-limit"}) {
      line.option(limit)
          .map(word -> Settings.figure(word, SECOND))
          .ifPresent(
              figure ->
                  timers.add(
                      new AppTimer(
                          "celery " + limit + " (of a task, not of a stop)",
                          figure,
                          false,
                          Optional.empty())));
    }
    return timers;
  }

  private static Figure dramatiq(CommandLine line) {
    return line.option("--worker-shutdown-timeout")
        .map(word -> Settings.figure(word, Duration.ofMillis(1)))
        .orElseGet(() -> Figure.defaulted(Duration.ofMinutes(10), "dramatiq's"));
  }
}
