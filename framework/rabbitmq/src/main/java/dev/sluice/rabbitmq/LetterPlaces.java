package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.InvalidSetup;
import dev.sluice.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where dead letters go. Blocks.
 *
 * @param config says where
 * @param questions to the broker
 */
record LetterPlaces(RabbitDeadLetterConfig config, BrokerQuestions questions) {

  /**
   * Asks the broker whether the exchange, and the queue if one is named, is there, and whether the
   * queue keeps letters.
   *
   * @return what could not be found out of the queue, if so
   * @throws InvalidSetup when it is not, the queue would lose letters, or nobody answers
   */
  Optional<String> refuseUnfit(Duration within) {
    if (!config.exchange().isEmpty()) {
      ask(
          "exchange",
          "the exchange '" + config.exchange() + "'",
          channel -> channel.exchangeDeclarePassive(config.exchange()),
          within);
    }
    return config
        .lettersQueue()
        .flatMap(
            queue ->
                refuseUnfitQueue(
                    config.exchange().isEmpty() ? "routingKey" : "queue", queue, within));
  }

  /**
   * Asks whether a queue is there that letters are read from, and whether it keeps them.
   *
   * @return what could not be found out, if so
   * @throws InvalidSetup when it is not, would lose letters, or nobody answers
   */
  Optional<String> refuseUnfitQueue(String queue, Duration within) {
    return refuseUnfitQueue("queue", queue, within);
  }

  private Optional<String> refuseUnfitQueue(String key, String queue, Duration within) {
    List<String> unknown = new ArrayList<>();
    ask(
        key,
        "the queue '" + queue + "'",
        channel -> {
          var unused = channel.queueDeclarePassive(queue);
          looked(channel.getConnection(), key, queue, within).ifPresent(unknown::add);
        },
        within);
    return unknown.stream().findFirst();
  }

  private Optional<String> looked(Connection connection, String key, String queue, Duration within)
      throws IOException {
    try (Asking asking = new Asking(connection, new SystemClock(), within)) {
      QueueRules rules =
          new QueueRules(
              RabbitDeadLetters.KEY + "." + key,
              config.access().address().vhost(),
              Optional.empty(),
              BrokerVersion.of(connection.getServerProperties()),
              Connected.place(connection));
      return new QueueLooks(rules, asking, Optional.empty())
          .letters(queue)
          .map(
              why ->
                  "whether "
                      + rules.called(queue)
                      + " drops letters that are handed back often can't be seen: "
                      + why);
    }
  }

  private void ask(String key, String what, BrokerQuestions.Question question, Duration within) {
    try {
      questions.run(question, within);
    } catch (IOException | RuntimeException e) {
      if (e instanceof InvalidSetup setup) {
        throw setup;
      }
      ShutdownSignalException signal = Causes.signal(e);
      boolean missing = signal != null && Causes.notFound(signal);
      throw new InvalidSetup(
          RabbitDeadLetters.KEY
              + "."
              + key
              + ": "
              + what
              + (missing ? " does not exist: " : " can't be used: ")
              + Causes.text(e)
              + (missing
                  ? "\nFix: declare it at the broker, with a queue that keeps what comes there, or"
                      + " name another"
                  : "\nFix: give the user of the url the permission to see and to write to it"),
          e);
    }
  }

  @Override
  public String toString() {
    return config.exchange().isEmpty()
        ? "the queue '" + config.lettersQueue().orElseThrow() + "'"
        : "the exchange '" + config.exchange() + "'";
  }
}
