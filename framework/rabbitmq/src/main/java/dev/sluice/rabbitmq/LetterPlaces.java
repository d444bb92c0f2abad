package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;

/**
 * Where dead letters go. Blocks.
 *
 * @param config says where
 * @param questions to the broker
 */
record LetterPlaces(RabbitDeadLetterConfig config, BrokerQuestions questions) {

  /**
   * Asks the broker whether the exchange, and the queue if one is named, is there.
   *
   * @throws InvalidSetup when it is not, or nobody answers
   */
  void refuseMissing(Duration within) {
    if (!config.exchange().isEmpty()) {
      ask(
          "exchange",
          "the exchange '" + config.exchange() + "'",
          channel -> channel.exchangeDeclarePassive(config.exchange()),
          within);
    }
    config
        .lettersQueue()
        .ifPresent(
            queue ->
                refuseMissingQueue(
                    config.exchange().isEmpty() ? "routingKey" : "queue", queue, within));
  }

  /**
   * Asks whether a queue is there that letters are read from.
   *
   * @throws InvalidSetup when it is not, or nobody answers
   */
  void refuseMissingQueue(String queue, Duration within) {
    refuseMissingQueue("queue", queue, within);
  }

  private void refuseMissingQueue(String key, String queue, Duration within) {
    ask(key, "the queue '" + queue + "'", channel -> channel.queueDeclarePassive(queue), within);
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
