package dev.sluice.rabbitmq;

import static dev.sluice.rabbitmq.Answers.assertFails;
import static dev.sluice.rabbitmq.Answers.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.rabbitmq.PublishFailed.Reason;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConfirmedPublisherTest {
  private static final Duration WITHIN = Duration.ofSeconds(20);
  private static final AMQP.BasicProperties PERSISTENT = MessageProperties.MINIMAL_PERSISTENT_BASIC;

  private final Vertx vertx = Vertx.vertx();
  private final Vhost vhost = new Vhost(EmbeddedRabbit.shared());
  private final ConfirmedPublisher publisher = publisher(vhost.access(), 100);

  private ConfirmedPublisher publisher(BrokerAccess access, int most) {
    return new ConfirmedPublisher(access, "the publisher", most, vertx, new SystemClock());
  }

  @AfterEach
  void close() {
    await(publisher.close(WITHIN));
    vhost.close();
    await(vertx.close());
  }

  @Test
  void aConfirmedMessageIsInItsQueueWithItsProperties() throws Exception {
    vhost.queue("q");
    AMQP.BasicProperties properties =
        PERSISTENT.builder().messageId("m-1").headers(Map.of("name", "value")).build();

    await(publish("", "q", properties, "body"));

    GetResponse got = vhost.take("q");
    assertThat(got.getBody()).isEqualTo("body".getBytes(UTF_8));
    assertThat(got.getProps().getMessageId()).isEqualTo("m-1");
    assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
    assertThat(got.getProps().getHeaders().get("name")).hasToString("value");
  }

  @Test
  void thousandsAreConfirmedEachAndInOrder() throws Exception {
    vhost.queue("q");
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(publish("", "q", PERSISTENT, "m" + i));
    }

    await(Future.all(all));

    for (int i = 0; i < 1000; i++) {
      assertThat(vhost.take("q").getBody()).isEqualTo(("m" + i).getBytes(UTF_8));
    }
  }

  @Test
  void whatNoQueueTakesFailsAndNoOtherDoes() throws Exception {
    vhost.queue("q");
    vhost.exchange("letters", "direct");
    vhost.bind("q", "letters", "known");
    List<Future<Void>> known = new ArrayList<>();
    List<Future<Void>> unknown = new ArrayList<>();
    // The same body and properties each: only the number tells them apart.
    for (int i = 0; i < 40; i++) {
      known.add(publish("letters", "known", PERSISTENT, "same"));
      unknown.add(publish("letters", "unknown", PERSISTENT, "same"));
    }

    await(Future.all(known));
    for (Future<Void> each : unknown) {
      assertFails(each, Reason.UNROUTABLE, "'letters'", "'unknown'", "NO_ROUTE", "Fix: bind");
    }
    assertThat(vhost.counts("q").ready()).isEqualTo(40);
  }

  @Test
  void anExchangeThatIsNotThereFailsItsMessageAndTheNextOneGoesOn() throws Exception {
    vhost.queue("q");

    assertFails(
        publish("nowhere", "k", PERSISTENT, "x"),
        Reason.UNROUTABLE,
        "'nowhere'",
        "NOT_FOUND",
        "no exchange");
    await(publish("", "q", PERSISTENT, "next"));

    assertThat(vhost.counts("q").ready()).isEqualTo(1);
  }

  @Test
  void aPropertyTheBrokerRefusesIsNoOutage() throws Exception {
    vhost.queue("q");

    assertFails(
        publish("", "q", PERSISTENT.builder().userId("somebody").build(), "x"),
        Reason.REFUSED,
        "user_id");
    await(publish("", "q", PERSISTENT, "next"));
  }

  @Test
  void whatTheClientCannotWriteFailsAloneAndConfirmsStayTrue() throws Exception {
    vhost.queue("q", Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    await(publish("", "q", PERSISTENT, "fills the queue"));

    assertFails(
        publish("", "q", PERSISTENT.builder().headers(Map.of("h", new Object())).build(), "x"),
        Reason.REFUSED,
        "can't be published");
    assertFails(publish("", "k".repeat(256), PERSISTENT, "x"), Reason.REFUSED, "255 bytes");
    assertFails(
        publish(
            "", "q", PERSISTENT.builder().headers(Map.of("h", "x".repeat(200_000))).build(), "x"),
        Reason.REFUSED,
        "frame_max");
    // Had one of them been counted, this answer would be taken for that of another message.
    assertFails(publish("", "q", PERSISTENT, "too many"), Reason.REJECTED, "full");
    vhost.take("q");
    await(publish("", "q", PERSISTENT, "fits again"));
  }

  @Test
  void aConnectionThatIsLostIsMadeAnewForTheNextMessage() throws Exception {
    vhost.queue("q");
    await(publish("", "q", PERSISTENT, "first"));

    assertThat(vhost.closeConnections("the publisher")).isEqualTo(1);
    await(
        publish("", "q", PERSISTENT, "second").recover(lost -> publish("", "q", PERSISTENT, "2")));

    assertThat(vhost.counts("q").ready()).isEqualTo(2);
  }

  @Test
  void hostsAreTriedInTurn() throws Exception {
    vhost.queue("q");
    String url = vhost.url().replace("@", "@127.0.0.1:1,");
    ConfirmedPublisher several = publisher(Vhost.access(url), 10);

    await(several.publish("", "q", PERSISTENT, new byte[0], WITHIN));

    await(several.close(WITHIN));
    assertThat(vhost.counts("q").ready()).isEqualTo(1);
  }

  @Test
  void withoutABrokerEverythingThatWaitsFailsAtOnceAndSaysWhere() {
    ConfirmedPublisher none = publisher(Vhost.access("amqp://u:secret@127.0.0.1:1/v"), 10);
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(none.publish("e", "k", PERSISTENT, new byte[0], WITHIN));
    }

    for (Future<Void> each : all) {
      assertFails(each, Reason.DISCONNECTED, "u@127.0.0.1:1/v", "refused");
      assertThat(each.cause().getMessage()).doesNotContain("secret");
    }
    await(none.close(WITHIN));
  }

  @Test
  void moreThanMayWaitFailAtOnceAndAllOthersAtTheClose() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      // Nobody answers there, so that the first one is in hand for as long as it may be.
      String url = "amqp://u:p@127.0.0.1:" + silent.getLocalPort() + "/v";
      ConfirmedPublisher one = publisher(Vhost.access(url), 1);
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(one.publish("e", "k", PERSISTENT, new byte[0], WITHIN));
      }

      assertFails(all.get(19), Reason.OVERLOADED, "maxOutstanding");
      assertThat(all.get(0).isComplete()).isFalse();
      await(one.close(WITHIN));
      all.subList(0, 10)
          .forEach(
              each -> {
                assertThat(each.isComplete()).isTrue();
                assertFails(each, Reason.CLOSED, "closed");
              });
    }
  }

  @Test
  void afterTheCloseEveryPublishFailsAtOnce() throws Exception {
    vhost.queue("q");
    await(publish("", "q", PERSISTENT, "before"));

    await(publisher.close(WITHIN));

    Future<Void> late = publish("", "q", PERSISTENT, "late");
    assertThat(late.failed()).isTrue();
    assertFails(late, Reason.CLOSED, "closed");
    assertThat(vhost.counts("q").ready()).isEqualTo(1);
  }

  private Future<Void> publish(
      String exchange, String routingKey, AMQP.BasicProperties properties, String body) {
    return publisher.publish(exchange, routingKey, properties, body.getBytes(UTF_8), WITHIN);
  }
}
