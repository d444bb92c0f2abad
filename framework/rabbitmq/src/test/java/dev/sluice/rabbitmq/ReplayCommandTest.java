package dev.sluice.rabbitmq;

import static dev.sluice.rabbitmq.Answers.await;
import static dev.sluice.rabbitmq.TestLetters.LONG;
import static dev.sluice.rabbitmq.TestLetters.bytes;
import static dev.sluice.rabbitmq.TestLetters.config;
import static dev.sluice.rabbitmq.TestLetters.letter;
import static dev.sluice.rabbitmq.TestLetters.writer;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.rabbitmq.Commanding.Said;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
  private static final AMQP.BasicProperties PLAIN = new AMQP.BasicProperties();

  @TempDir Path directory;

  private final Vertx vertx = Vertx.vertx();
  private final Vhost vhost = new Vhost(EmbeddedRabbit.shared());
  private RabbitDeadLetters letters;

  @BeforeEach
  void declare() throws Exception {
    vhost.queue("flights");
    vhost.queue("dead", Map.of("x-queue-type", "quorum"));
    letters = writer(config(vhost.url(), "", Optional.of("dead"), Optional.empty()), vertx);
  }

  @AfterEach
  void close() {
    await(letters.close(LONG));
    vhost.close();
    await(vertx.close());
  }

  @Test
  void aLetterGoesBackToItsQueueAsItWasBeforeItDied() throws Exception {
    AMQP.BasicProperties before =
        new AMQP.BasicProperties.Builder()
            .messageId("m-1")
            .contentType("text/plain")
            .expiration("600000")
            .userId("somebody")
            .headers(Map.of("trace", "one", "sluice-attempts", "4"))
            .build();
    await(letters.write(TestLetters.of(before, "body"), LONG));

    Said said = replay();

    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
    assertThat(said.out()).containsPattern("flights +1").containsPattern("total +1");
    GetResponse got = vhost.take("flights");
    assertThat(got.getBody()).isEqualTo(bytes("body"));
    assertThat(got.getProps().getMessageId()).isEqualTo("m-1");
    assertThat(got.getProps().getContentType()).isEqualTo("text/plain");
    assertThat(got.getProps().getExpiration()).isEqualTo("600000");
    assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
    assertThat(got.getProps().getHeaders()).containsOnlyKeys("trace", "sluice-publish");
    assertThat(vhost.counts("dead")).isEqualTo(new QueueCounts(0, 0, 0));
    assertThat(replay().out()).containsPattern("total +0");
  }

  @Test
  void manyAreReplayedAsFarAsIsAskedFor() throws Exception {
    for (int i = 0; i < 250; i++) {
      await(letters.write(TestLetters.of(PLAIN, "m" + i), LONG));
    }

    Said said = replay("--max", "230");

    assertThat(said.code()).isZero();
    assertThat(said.out()).containsPattern("flights +230").contains("20 more, left for the next");
    assertThat(vhost.counts("flights").ready()).isEqualTo(230);
    assertThat(vhost.counts("dead")).isEqualTo(new QueueCounts(20, 0, 0));
    for (int i = 0; i < 230; i++) {
      assertThat(vhost.take("flights").getBody()).isEqualTo(bytes("m" + i));
    }
  }

  @Test
  void whatIsNotThisPipelinesOrCannotBeSentStaysInTheQueue() throws Exception {
    await(letters.write(TestLetters.of(PLAIN, "mine"), LONG));
    await(letters.write(letter("gone", null, bytes("no queue"), List.of()), LONG));
    vhost.put("dead", PLAIN, bytes("no letter"));
    vhost.put(
        "dead",
        PLAIN
            .builder()
            .headers(Map.of("sluice-dead-pipeline", "others", "sluice-dead-lane", "flights"))
            .build(),
        bytes("other"));

    Said said = replay();

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out())
        .containsPattern("total +1")
        .contains(
            "1 of other pipelines, left where they are",
            "1 not written by a worker, left where they are",
            "1 for the queue 'gone', left where they are: there is no such queue");
    assertThat(vhost.take("flights").getBody()).isEqualTo(bytes("mine"));
    assertThat(vhost.counts("dead")).isEqualTo(new QueueCounts(3, 0, 0));
  }

  @Test
  void anotherQueueMayBeNamedAndOneThatIsMissingIsRefused() throws Exception {
    vhost.queue("kept");
    await(letters.write(TestLetters.of(PLAIN, "m"), LONG));
    GetResponse letter = vhost.take("dead");
    vhost.put("kept", letter.getProps(), letter.getBody());

    assertThat(replay("--from-queue", "kept").out()).containsPattern("total +1");
    Said missing = replay("--from-queue", "nowhere");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("the queue 'nowhere' does not exist", "Fix: ");
  }

  @Test
  void aQueueThatWouldDropWhatIsLeftInItIsRefusedBeforeAnythingIsTaken() throws Exception {
    vhost.queue("limited", Map.of("x-queue-type", "quorum", "x-delivery-limit", 1));
    vhost.put("limited", PLAIN, bytes("no letter"));

    for (int i = 0; i < 3; i++) {
      Said said = replay("--from-queue", "limited");
      assertThat(said.code()).isEqualTo(2);
      assertThat(said.err())
          .contains("pipeline.deadLetter.rabbitmq.queue: the queue 'limited'")
          .contains("a delivery limit of 1 and no dead-letter exchange", "each replay", "Fix: ");
    }

    assertThat(vhost.counts("limited")).isEqualTo(new QueueCounts(1, 0, 0));
  }

  @Test
  void lettersThatAreNotTakenAreNotCountedAsDelivered() throws Exception {
    for (int i = 0; i < 3; i++) {
      await(letters.write(TestLetters.of(PLAIN, "m" + i), LONG));
    }

    assertThat(replay("--max", "1").out()).containsPattern("total +1");

    GetResponse next = vhost.take("dead");
    assertThat(next.getBody()).isEqualTo(bytes("m1"));
    assertThat(next.getProps().getHeaders()).containsEntry("x-delivery-count", 0L);
    assertThat(next.getEnvelope().isRedeliver()).isFalse();
  }

  @Test
  void whileTheSourcesBrokerIsAwayEveryLetterStays() throws Exception {
    for (int i = 0; i < 150; i++) {
      await(letters.write(TestLetters.of(PLAIN, "m" + i), LONG));
    }
    String away = "amqp://u:p@127.0.0.1:" + FreePorts.next() + "/v";

    Said said = Commanding.run(file(away, "exchange: '', routingKey: dead"), "replay");

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out()).containsPattern("total +0");
    assertThat(said.err()).contains("the replay has ended early", "no connection to u@127.0.0.1");
    assertThat(vhost.counts("dead")).isEqualTo(new QueueCounts(150, 0, 0));
  }

  @Test
  void withoutAQueueItSaysWhatToDo() throws Exception {
    vhost.exchange("graves", "fanout");

    Said said = Commanding.run(file("exchange: graves"), "replay");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("pipeline.deadLetter.rabbitmq.queue", "--from-queue");
  }

  @Test
  void aNumberBelowOneIsRefused() throws Exception {
    assertThat(replay("--max", "0").err()).contains("--max is 0");
  }

  private Said replay(String... options) throws Exception {
    String[] line = new String[options.length + 1];
    line[0] = "replay";
    System.arraycopy(options, 0, line, 1, options.length);
    return Commanding.run(file("exchange: '', routingKey: dead"), line);
  }

  private Path file(String letters) throws Exception {
    return file(vhost.url(), letters);
  }

  private Path file(String source, String letters) throws Exception {
    return Files.writeString(
        directory.resolve("pipeline.yaml"),
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: orders
          handler: work
          source: { rabbitmq: { url: "%3$s", queues: [ flights ] } }
          deadLetter: { rabbitmq: { url: "%1$s", %2$s } }
        """
            .formatted(vhost.url(), letters, source));
  }
}
