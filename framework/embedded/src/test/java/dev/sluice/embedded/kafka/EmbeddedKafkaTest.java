package dev.sluice.embedded.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcStat;
import dev.sluice.embedded.process.ProcessId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {

  @TempDir Path data;
  private EmbeddedKafka kafka;

  @BeforeEach
  void startIt() {
    kafka = broker(KafkaOptions.defaults());
    kafka.start();
  }

  @AfterEach
  void killIt() {
    kafka.kill();
  }

  @Test
  void keepsRecordsAndItsAddressOverARestart() throws Exception {
    String address = kafka.bootstrapServers();
    kafka.createTopic("kept", 3);
    send("kept", "before");

    kafka.restart();

    assertThat(kafka.bootstrapServers()).isEqualTo(address);
    assertThat(partitions("kept")).isEqualTo(3);
    assertThat(read("kept")).containsExactly("before");
  }

  @Test
  void keepsRecordsOverAKill() throws Exception {
    String address = kafka.bootstrapServers();
    kafka.createTopic("kept", 1);
    send("kept", "before");

    kafka.kill();
    kafka.start();

    assertThat(kafka.bootstrapServers()).isEqualTo(address);
    assertThat(read("kept")).containsExactly("before");
  }

  @Test
  void comesBackAfterSomebodyElseKilledIt() throws Exception {
    kafka.createTopic("kept", 1);
    send("kept", "before");
    ProcessHandle killed = ProcessHandle.of(kafka.pid()).orElseThrow();
    killed.destroyForcibly();
    killed.onExit().get(10, TimeUnit.SECONDS);

    kafka.start();

    assertThat(read("kept")).containsExactly("before");
  }

  @Test
  void runsInASessionOfItsOwnSoThatCtrlCDoesNotReachIt() throws Exception {
    long ours = ProcStat.of(ProcessHandle.current().pid()).orElseThrow().session();

    assertThat(ProcStat.of(kafka.pid()).orElseThrow().session())
        .isEqualTo(kafka.pid())
        .isNotEqualTo(ours);
  }

  @Test
  void leavesNoProcessAndNoPidFileWhenStopped() {
    ProcessId process = ProcessId.of(kafka.pid()).orElseThrow();
    assertThat(data.resolve("kafka.pid")).exists();

    kafka.stop();

    assertThat(process.alive()).isFalse();
    assertThat(data.resolve("kafka.pid")).doesNotExist();
  }

  @Test
  void isKilledWhenItDoesNotStopInTime() throws Exception {
    kafka.stop();
    KafkaOptions impatient = KafkaOptions.defaults().withStopWithin(Duration.ofMillis(200));
    kafka = broker(impatient);
    kafka.start();
    ProcessId process = ProcessId.of(kafka.pid()).orElseThrow();
    // A stopped process can't react to SIGTERM.
    assertThat(new ProcessBuilder("sh", "-c", "kill -STOP " + kafka.pid()).start().waitFor())
        .isZero();

    kafka.stop();

    assertThat(process.alive()).isFalse();
  }

  @Test
  void refusesADirectoryThatIsInUse() {
    EmbeddedKafka second = broker(KafkaOptions.defaults());

    assertThatThrownBy(second::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("in use");
    assertThat(ProcessHandle.of(kafka.pid()).orElseThrow().isAlive()).isTrue();
  }

  @Test
  void takesAnotherPortWhenAnEarlierRunsPortIsTaken() throws Exception {
    int port = Integer.parseInt(kafka.bootstrapServers().replaceFirst(".*:", ""));
    kafka.stop();
    try (var squatter =
        new java.net.ServerSocket(
            port, 1, java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      assertThat(squatter.isBound()).isTrue();
      kafka = broker(KafkaOptions.defaults());
      kafka.start();

      assertThat(kafka.bootstrapServers()).doesNotEndWith(":" + port);
      kafka.createTopic("reachable", 1);
    }
  }

  @Test
  void makesATopicOnlyOnce() {
    kafka.createTopic("once", 2);
    kafka.createTopic("once", 2);

    assertThatThrownBy(() -> kafka.createTopic("once", 3))
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("once")
        .hasMessageContaining("2 partitions, not 3");
  }

  @Test
  void showsTheEndOfTheLogWhenItCanNotStart() {
    kafka.stop();
    kafka = broker(KafkaOptions.defaults().withProperty("log.cleaner.dedupe.buffer.size", "1"));

    assertThatThrownBy(kafka::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("kafka.log")
        .hasMessageContaining("log.cleaner.dedupe.buffer.size");
    assertThat(data.resolve("kafka.pid")).doesNotExist();
  }

  @Test
  void endsWhatAKilledRunLeftBehind() throws Exception {
    kafka.stop();
    Process leftover = new ProcessBuilder("sh", "-c", "trap '' TERM; exec sleep 600").start();
    try {
      new PidFile(data.resolve("kafka.pid")).write(ProcessId.of(leftover.pid()).orElseThrow());
      kafka = broker(KafkaOptions.defaults().withStopWithin(Duration.ofMillis(300)));
      kafka.start();

      assertThat(leftover.isAlive()).isFalse();
      assertThat(new PidFile(data.resolve("kafka.pid")).read().orElseThrow().pid())
          .isEqualTo(kafka.pid());
    } finally {
      leftover.destroyForcibly();
    }
  }

  @Test
  void endsAnInterruptedStart() throws Exception {
    kafka.stop();
    var failure = new java.util.concurrent.atomic.AtomicReference<Throwable>();
    Thread starter =
        new Thread(
            () -> {
              try {
                kafka.start();
              } catch (ServerFailed e) {
                failure.set(e);
              }
            });
    starter.start();
    await().until(() -> new PidFile(data.resolve("kafka.pid")).read().isPresent());
    ProcessId started = new PidFile(data.resolve("kafka.pid")).read().orElseThrow();

    starter.interrupt();
    starter.join(10_000);

    assertThat(failure.get()).hasMessageContaining("interrupted");
    assertThat(started.alive()).isFalse();
  }

  private EmbeddedKafka broker(KafkaOptions options) {
    // Unpacked once for all tests.
    return new EmbeddedKafka(data, TemporaryHome.get().programs(), options);
  }

  private void send(String topic, String value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, 0, "key", value)).get(20, TimeUnit.SECONDS);
    }
  }

  private List<String> read(String topic) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition first = new TopicPartition(topic, 0);
      consumer.assign(List.of(first));
      List<String> values = new java.util.ArrayList<>();
      long end = consumer.endOffsets(List.of(first)).get(first);
      while (consumer.position(first) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  private int partitions(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get(20, TimeUnit.SECONDS)
          .get(topic)
          .partitions()
          .size();
    }
  }
}
