package dev.sluice.audit.timers;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Times after which a queue gives a message to somebody else, where a program is told them. */
public final class QueueTimeouts {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  /** Endings of names, with the unit of a bare number. */
  private static final Map<String, Duration> ENDINGS = endings();

  private QueueTimeouts() {}

  /**
   * A time-out of a queue.
   *
   * @param name as it is written, for example {@code VISIBILITY_TIMEOUT}
   * @param figure its time
   */
  public record QueueTimeout(String name, Figure figure) {}

  /**
   * Those in flags and variables, in /etc/rabbitmq/rabbitmq.conf and in Celery's configuration
   * where they were read, and Celery's default where its broker is seen to be Redis.
   */
  public static List<QueueTimeout> of(
      List<Word> words, List<EnvVariable> variables, Scripts files) {
    List<QueueTimeout> found = new ArrayList<>();
    CommandLine line = new CommandLine("", words);
    for (Word word : words) {
      String text = word.text();
      int equals = text.indexOf('=');
      String flag = equals < 0 ? text : text.substring(0, equals);
      if (flag.startsWith("--")) {
        unit(flag.substring(2))
            .ifPresent(
                unit ->
                    line.option(flag)
                        .ifPresent(it -> found.add(timeout(flag, Settings.figure(it, unit)))));
      }
    }
    Settings settings = new Settings(variables, files);
    for (EnvVariable variable : variables) {
      unit(variable.name())
          .flatMap(unit -> settings.variable(variable.name(), unit))
          .ifPresent(figure -> found.add(timeout(variable.name(), figure)));
    }
    settings
        .file("/etc/rabbitmq/rabbitmq.conf")
        .flatMap(text -> Settings.line(text, "consumer_timeout"))
        .ifPresent(it -> found.add(timeout("consumer_timeout", Settings.figure(it, MILLISECOND))));
    CommandLine.of(words)
        .flatMap(program -> CeleryQueues.visibility(program, variables, settings))
        .filter(it -> found.isEmpty() || !it.isDefault())
        .ifPresent(it -> found.add(timeout("celery visibility_timeout", it)));
    return found.stream().distinct().toList();
  }

  private static QueueTimeout timeout(String name, Figure figure) {
    return new QueueTimeout(name, figure);
  }

  private static Optional<Duration> unit(String name) {
    String key = name.toLowerCase(Locale.ROOT).replace('-', '_');
    return ENDINGS.entrySet().stream()
        .filter(it -> key.equals(it.getKey()) || key.endsWith("_" + it.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static Map<String, Duration> endings() {
    Map<String, Duration> endings = new LinkedHashMap<>();
    endings.put("visibility_timeout", SECOND);
    endings.put("visibility_timeout_seconds", SECOND);
    endings.put("visibility_timeout_ms", MILLISECOND);
    endings.put("x_consumer_timeout", MILLISECOND);
    endings.put("rabbitmq_consumer_timeout", MILLISECOND);
    endings.put("ack_deadline", SECOND);
    endings.put("ack_deadline_seconds", SECOND);
    endings.put("queue_retry_after", SECOND);
    return endings;
  }
}
