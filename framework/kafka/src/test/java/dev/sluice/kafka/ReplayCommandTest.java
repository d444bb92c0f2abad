package dev.sluice.kafka;

import static dev.sluice.kafka.DeadTopic.PIPELINE;
import static dev.sluice.kafka.DeadTopic.bytes;
import static dev.sluice.kafka.DeadTopic.letter;
import static dev.sluice.kafka.DeadTopic.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kafka.Commanding.Said;
import dev.sluice.spi.Header;
import dev.sluice.time.SystemClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
  private static final Duration WITHIN = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final TestTopic source = new TestTopic(1);
  private final DeadTopic dead = new DeadTopic(1);

  private Said replay(String... options) {
    List<String> arguments = new ArrayList<>(List.of("replay"));
    arguments.addAll(List.of(options));
    return Commanding.run(dead.pipeline(directory, source), arguments.toArray(String[]::new));
  }

  @Test
  void aRecordComesBackAsItWasBeforeItDied() {
    dead.bury(
        letter(
            PIPELINE,
            source.name() + "-0",
            7,
            "k",
            "v",
            new Header("trace", bytes("1")),
            new Header("trace", null)));
    dead.bury(letter(PIPELINE, source.name() + "-0", 8, null, null));

    Said said = replay();

    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
    assertThat(said.out()).containsPattern(source.name() + " +2\\R").containsPattern("total +2\\R");
    List<ConsumerRecord<byte[], byte[]>> back = DeadTopic.read(source, 1);
    assertThat(back).hasSize(2);
    assertThat(back.get(0).key()).isEqualTo(bytes("k"));
    assertThat(back.get(0).value()).isEqualTo(bytes("v"));
    assertThat(back.get(0).headers().toArray())
        .extracting(header -> new Header(header.key(), header.value()))
        .containsExactly(new Header("trace", bytes("1")), new Header("trace", null));
    assertThat(back.get(1).key()).isNull();
    assertThat(back.get(1).value()).isNull();
  }

  @Test
  void aSecondReplayDoesOnlyWhatIsNewAndPerhapsOnlySome() {
    dead.bury(PIPELINE, source.name(), 0, 5);

    assertThat(replay("--max", "2").out()).containsPattern("total +2\\R").contains("3 positions");
    assertThat(values(source)).containsExactly("0", "1");
    assertThat(replay().code()).isZero();
    assertThat(values(source)).containsExactly("0", "1", "2", "3", "4");
    dead.bury(PIPELINE, source.name(), 5, 6);
    assertThat(replay().out()).containsPattern("total +1\\R");
    assertThat(replay().out()).containsPattern("total +0\\R");

    assertThat(values(source)).containsExactly("0", "1", "2", "3", "4", "5");
  }

  @Test
  void oneThatIsKilledBetweenWritingAndCommittingRepeatsThatPollAndLosesNothing() {
    dead.bury(PIPELINE, source.name(), 0, 3);

    assertThatThrownBy(this::replayAndDie).isInstanceOf(Killed.class);
    assertThat(values(source)).containsExactly("0", "1", "2");
    assertThat(replay().code()).isZero();

    assertThat(values(source)).containsExactly("0", "1", "2", "0", "1", "2");
    assertThat(replay().out()).containsPattern("total +0\\R");
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** As {@code replay} does it, by a process that dies when it is about to commit. */
  private void replayAndDie() {
    KafkaPipeline pipeline =
        new KafkaPipeline(
            PIPELINE,
            new KafkaSourceConfig(
                source.bootstrapServers(),
                List.of(source.name()),
                source.group(),
                Optional.empty()),
            RetryTopics.of(source.group(), List.of()),
            Map.of(),
            WITHIN);
    ReplayClients clients =
        new ReplayClients(
            pipeline,
            new KafkaDeadLetterConfig(source.bootstrapServers(), dead.name(), Optional.empty()),
            source.group() + ".replay");
    SystemClock clock = new SystemClock();
    try (AdminQuestions questions = pipeline.questions(clock);
        Consumer<byte[], byte[]> consumer = clients.consumer();
        Producer<byte[], byte[]> producer = clients.producer(WITHIN)) {
      new Replay(
              dyingAtCommit(consumer),
              producer,
              new ReplayDestination(questions, Optional.empty()),
              PIPELINE,
              new ReplayTally(),
              clock,
              WITHIN)
          .run(List.of(dead.partition(0)), Long.MAX_VALUE);
    }
  }

  @SuppressWarnings("unchecked")
  private static Consumer<byte[], byte[]> dyingAtCommit(Consumer<byte[], byte[]> consumer) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commitSync")) {
                throw new Killed();
              }
              try {
                return method.invoke(consumer, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void whatIsNoLetterOrOfAnotherPipelineIsPassedOverAndReported() {
    dead.bury(PIPELINE, source.name(), 0, 1);
    dead.writeSomethingElse();
    dead.bury(letter(PIPELINE, "jobs/default", 1, "k", "job"));
    dead.bury("other", source.name(), 10, 12);
    dead.bury(PIPELINE, source.name(), 1, 2);

    Said said = replay();

    assertThat(said.code()).isEqualTo(1);
    assertThat(values(source)).containsExactly("0", "1");
    assertThat(said.out())
        .contains("2 of other pipelines", "2 can't be read")
        .contains(dead.partition(0) + "@1 has no header sluice-dead-pipeline")
        .contains(dead.partition(0) + "@2 comes from 'jobs/default'");
    assertThat(replay().code()).isZero();
  }

  @Test
  void aLetterOfATopicThatIsGoneHoldsTheReplayUntilThereIsAPlaceForIt() {
    dead.bury(PIPELINE, source.name(), 0, 1);
    dead.bury(PIPELINE, "gone-" + source.name(), 1, 2);
    dead.bury(PIPELINE, source.name(), 2, 3);

    Said said = replay();

    assertThat(said.code()).isEqualTo(1);
    assertThat(values(source)).containsExactly("0");
    assertThat(said.out())
        .contains(dead.partition(0) + "@1 comes from the topic 'gone-" + source.name() + "'");
    assertThat(replay().code()).isEqualTo(1);
    TestTopic instead = new TestTopic(1);
    assertThat(replay("--to-topic", instead.name()).code()).isZero();
    assertThat(values(instead)).containsExactly("0", "1", "2");
    assertThat(values(source)).containsExactly("0");
  }

  @Test
  void aTopicForAllThatIsNotThereIsRefusedBeforeAnythingIsWritten() {
    dead.bury(PIPELINE, source.name(), 0, 1);

    Said said = replay("--to-topic", "no-such-topic");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("--to-topic: the topic 'no-such-topic' does not exist");
    assertThat(values(source)).isEmpty();
  }

  @Test
  void withoutAPlaceForLettersThereIsNothingToReplay() {
    Said said = Commanding.run(source.pipeline(directory, ""), "replay");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("pipeline 'test' has no pipeline.deadLetter", "Fix: ");
  }

  @Test
  void lettersThatAreElsewhereAreNotReplayed() throws Exception {
    Path file = source.pipeline(directory, "");
    Files.writeString(
        file,
        Files.readString(file).replace("  chunk:", "  deadLetter: { elsewhere: {} }\n  chunk:"));

    Said said = Commanding.run(Elsewhere.providers(), file, "replay");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("are in pipeline.deadLetter.elsewhere");
  }
}
