package dev.sluice.audit.timers;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The visibility time-out of Celery's Redis transport: {@code broker_transport_options} in a
 * variable or in the module of the configuration.
 */
final class CeleryQueues {
  private static final String KEY = "visibility_timeout";
  private static final int LONGEST = 10_000;

  private CeleryQueues() {}

  static Optional<Figure> visibility(
      CommandLine line, List<EnvVariable> variables, Settings settings) {
    if (!line.name().equals("celery") || !line.has("worker")) {
      return Optional.empty();
    }
    Optional<Figure> told =
        variables.stream()
            .filter(it -> it.name().endsWith("BROKER_TRANSPORT_OPTIONS"))
            .flatMap(
                it ->
                    it.value().flatMap(text -> entry(text)).map(text -> figure(text, it)).stream())
            .findFirst();
    return told.or(() -> module(line, settings).flatMap(CeleryQueues::inModule))
        .or(
            () ->
                onRedis(line, variables)
                    ? Optional.of(
                        Figure.defaulted(
                            Duration.ofHours(1),
                            "Celery's on Redis, if broker_transport_options set none"))
                    : Optional.empty());
  }

  private static Figure figure(String text, EnvVariable variable) {
    return Settings.figure(new Word(text, variable.at()), Duration.ofSeconds(1));
  }

  private static Optional<SourceText> module(CommandLine line, Settings settings) {
    String module =
        line.option("--config")
            .map(Word::text)
            .or(() -> settings.variable("CELERY_CONFIG_MODULE").flatMap(EnvVariable::value))
            .orElse("celeryconfig");
    return settings.file(module.replace('.', '/') + ".py");
  }

  private static Optional<Figure> inModule(SourceText text) {
    int number = 0;
    for (String line : (Iterable<String>) text.content().lines()::iterator) {
      number++;
      Optional<String> value = line.strip().startsWith("#") ? Optional.empty() : entry(line);
      if (value.isPresent()) {
        return Optional.of(
            Settings.figure(new Word(value.get(), text.at(number)), Duration.ofSeconds(1)));
      }
    }
    return Optional.empty();
  }

  /** What stands behind the key in quotes and a colon, up to a comma, a bracket or the end. */
  private static Optional<String> entry(String text) {
    int key = text.length() > LONGEST ? -1 : text.indexOf(KEY);
    int colon = key < 0 ? -1 : text.indexOf(':', key);
    boolean quoted = colon > 0 && !text.substring(key + KEY.length(), colon).isBlank();
    if (!quoted) {
      return Optional.empty();
    }
    int end = colon + 1;
    while (end < text.length() && ",}#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return Optional.of(text.substring(colon + 1, end).strip());
  }

  private static boolean onRedis(CommandLine line, List<EnvVariable> variables) {
    return line.option("-b", "--broker").map(Word::text).filter(CeleryQueues::isRedis).isPresent()
        || variables.stream()
            .filter(it -> it.name().endsWith("BROKER_URL"))
            .anyMatch(it -> it.value().filter(CeleryQueues::isRedis).isPresent());
  }

  private static boolean isRedis(String url) {
    return url.startsWith("redis://") || url.startsWith("rediss://");
  }
}
