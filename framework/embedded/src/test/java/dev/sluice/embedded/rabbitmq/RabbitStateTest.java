package dev.sluice.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.CancelCallback;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.ServerFailed;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitStateTest {
  private static final CancelCallback NOT_CANCELLED = tag -> {};

  private final RabbitBroker rabbit = EmbeddedRabbit.shared();

  @ParameterizedTest
  @ValueSource(strings = {"classic", "quorum"})
  void countsAreThoseOfThisMoment(String type) throws Exception {
    String vhost = "counts-" + type;
    String url = rabbit.vhost(vhost);
    assertThat(rabbit.counts(vhost, "work")).isEmpty();
    try (Client client = Client.of(url, "test")) {
      client.declare("work", type);
      assertThat(rabbit.counts(vhost, "work")).contains(new QueueCounts(0, 0, 0));
      client.publish("work", "a");
      client.publish("work", "b");
      client.publish("work", "c");
      assertThat(rabbit.counts(vhost, "work")).contains(new QueueCounts(3, 0, 0));

      BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
      DeliverCallback keep = (tag, delivery) -> deliveries.add(delivery);
      client.channel.basicQos(2);
      client.channel.basicConsume("work", false, keep, NOT_CANCELLED);
      deliveries.poll(10, TimeUnit.SECONDS);
      long second = deliveries.poll(10, TimeUnit.SECONDS).getEnvelope().getDeliveryTag();
      assertThat(rabbit.counts(vhost, "work")).contains(new QueueCounts(1, 2, 1));

      client.channel.basicAck(second, true);
      deliveries.poll(10, TimeUnit.SECONDS);
      assertThat(rabbit.counts(vhost, "work")).contains(new QueueCounts(0, 1, 1));
      client.channel.close();
      await()
          .atMost(10, TimeUnit.SECONDS)
          .untilAsserted(
              () -> assertThat(rabbit.counts(vhost, "work")).contains(new QueueCounts(1, 0, 0)));
    }
  }

  @Test
  void closesTheConnectionsOfOneVirtualHostOrOneNameOnly() throws Exception {
    rabbit.vhost("closing");
    rabbit.vhost("other");
    try (Client one = Client.of(rabbit.url("closing"), "one");
        Client two = Client.of(rabbit.url("closing"), "two");
        Client other = Client.of(rabbit.url("other"), "one")) {

      assertThat(rabbit.closeConnections("closing", "one")).isOne();

      await().atMost(10, TimeUnit.SECONDS).until(() -> !one.connection.isOpen());
      assertThat(one.connection.getCloseReason()).hasMessageContaining("CONNECTION_FORCED");
      assertThat(two.connection.isOpen()).isTrue();

      assertThat(rabbit.closeConnections("closing")).isOne();

      await().atMost(10, TimeUnit.SECONDS).until(() -> !two.connection.isOpen());
      assertThat(other.connection.isOpen()).isTrue();
      assertThat(rabbit.closeConnections("closing")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "plain", "a/b+c d", "Größe"})
  void urlsLeadToTheirVirtualHost(String name) throws Exception {
    String url = rabbit.vhost(name);

    assertThat(rabbit.vhost(name)).isEqualTo(url).isEqualTo(rabbit.url(name));
    try (Client client = Client.of(url, "test")) {
      client.declare("in-" + name.length(), "classic");
    }
    assertThat(rabbit.counts(name, "in-" + name.length())).contains(new QueueCounts(0, 0, 0));
  }

  @Test
  void refusalsNameWhatWasAsked() {
    assertThatThrownBy(() -> rabbit.closeConnections("x".repeat(1 << 17)))
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("RabbitMQ did not answer close xxx");
    assertThatThrownBy(() -> rabbit.vhost("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(rabbit::tlsPort).hasMessageContaining("withTls()");
    assertThatThrownBy(rabbit::caFile).hasMessageContaining("withTls()");
    assertThatThrownBy(rabbit::managementUrl).hasMessageContaining("withManagement()");
    assertThatThrownBy(EmbeddedRabbit.temporary(RabbitOptions.defaults())::port)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call start() first");
  }
}
