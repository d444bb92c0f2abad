package dev.sluice.sample.dev;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The queue {@code flights} with its 20,000 messages, filled once through the exchange {@code
 * flights}, from which the pipeline binds it. A load that was interrupted leaves no mark, so the
 * next start throws the half queue away and begins again: nothing is ever doubled.
 */
final class FlightQueue {
  private static final String NAME = "flights";
  private static final int PERSISTENT = 2;
  private static final long CONFIRM_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final String url;
  private final Path mark;

  /**
   * @param mark the file that says the queue is full
   */
  FlightQueue(String url, Path mark) {
    this.url = url;
    this.mark = mark;
  }

  void fill() throws IOException {
    if (Files.exists(mark)) {
      return;
    }
    try (Connection connection = connect();
        Channel channel = connection.createChannel()) {
      makeEmpty(channel);
      var unused = channel.confirmSelect();
      FlightData.forEach(
          flight ->
              channel.basicPublish(
                  NAME,
                  flight.origin(),
                  new AMQP.BasicProperties.Builder()
                      .messageId(flight.id())
                      .deliveryMode(PERSISTENT)
                      .build(),
                  flight.json().getBytes(StandardCharsets.UTF_8)));
      channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("the sample data could not be written in 60 s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    Files.writeString(mark, "complete\n");
  }

  private Connection connect() throws IOException, TimeoutException {
    ConnectionFactory factory = new ConnectionFactory();
    try {
      factory.setUri(URI.create(url));
    } catch (URISyntaxException | GeneralSecurityException e) {
      throw new IllegalStateException("no address of a broker", e);
    }
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection("flights");
  }

  /** As the pipeline would make them, which finds them there. */
  private static void makeEmpty(Channel channel) throws IOException {
    var unusedDeleted = channel.queueDelete(NAME);
    var unusedExchange = channel.exchangeDeclare(NAME, "topic", true);
    var unusedQueue =
        channel.queueDeclare(
            NAME, true, false, false, QuorumQueues.arguments(channel.getConnection()));
    var unusedBinding = channel.queueBind(NAME, NAME, "#");
  }
}
