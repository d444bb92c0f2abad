package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that wants TLS and a password. */
class SecurityTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final String POISON = "7";

  @TempDir static Path keys;
  private static SecureBroker broker;

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(broker.plain(), 1, Map.of());

  @BeforeAll
  static void start() {
    broker = new SecureBroker(keys);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private Member member(Map<String, String> properties) {
    Member member = Member.of(broker.address(), List.of(topic.name()), topic.group());
    properties.forEach(member::with);
    return member;
  }

  private static String refusal(Member member) {
    Future<Void> opening = member.opening(Duration.ofSeconds(2));
    await().atMost(Member.PATIENCE).until(opening::isComplete);
    assertThat(opening.cause()).isInstanceOf(InvalidSetup.class);
    return opening.cause().getMessage();
  }

  /** One flow mapping of YAML in single quotes, which leave the password's quotes alone. */
  private static String yaml(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(entry -> "%s: '%s'".formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  private Path pipeline(String deadLetters, String passwordFile) throws IOException {
    String security = yaml(broker.properties("${file:" + passwordFile + "}"));
    return Files.writeString(
        directory.resolve("pipeline.yaml"),
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: test
          handler: work
          source:
            kafka:
              bootstrapServers: "%1$s"
              topics: ["%2$s"]
              group: "%3$s"
              properties: %5$s
          deadLetter:
            kafka: { bootstrapServers: "%1$s", topic: "%4$s", properties: %5$s }
          retry: { attempts: 1, then: deadLetter }
          chunk: { records: 5, linger: 5ms }
        management: { port: 0, host: 127.0.0.1 }
        """
            .formatted(broker.address(), topic.name(), topic.group(), deadLetters, security));
  }

  private static ChunkHandler<String> handler(Set<String> seen) {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) -> {
          List<String> values = chunk.records().stream().map(each -> each.value()).toList();
          if (values.contains(POISON)) {
            return Future.failedFuture(new IllegalArgumentException("poison"));
          }
          seen.addAll(values);
          return Future.succeededFuture(Outcome.DONE);
        });
  }

  private static int run(Set<String> seen, Path pipeline) {
    return Worker.with(Handlers.named("work", Decoder.string(), services -> handler(seen)))
        .execute("-c", pipeline.toString(), "--exit-when-idle", "500ms");
  }

  @Test
  void sourceAdminAndDeadLettersGoThroughTlsWithThePasswordFromAFile() throws Exception {
    topic.produce(20);
    TestTopic letters = new TestTopic(broker.plain(), 1, Map.of());
    Path password = Files.writeString(directory.resolve("password"), SecureBroker.PASSWORD);
    Set<String> seen = ConcurrentHashMap.newKeySet();

    int exitCode = run(seen, pipeline(letters.name(), password.toString()));

    assertThat(exitCode).isZero();
    assertThat(seen).hasSize(19).doesNotContain(POISON);
    assertThat(topic.committed()).isEqualTo(20);
    try (Letters reader = new Letters(letters.bootstrapServers(), letters.name())) {
      assertThat(reader.read())
          .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
          .containsExactly(POISON);
    }
  }

  @Test
  void aWrongPasswordInTheFileEndsTheWorkerWithTwoAndAMessageInsteadOfATrace() throws Exception {
    Path password = Files.writeString(directory.resolve("password"), "wrong");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    int exitCode;
    try {
      exitCode = run(Set.of(), pipeline(topic.name() + "-dead", password.toString()));
    } finally {
      System.setErr(before);
    }

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("refused the credentials", "Fix: check sasl.jaas.config")
        .doesNotContain("\tat ")
        .doesNotContain("wrong");
  }

  @Test
  void aWrongPasswordIsAMistakeInTheSetup() {
    try (Member member = member(broker.properties("wrong"))) {
      assertThat(refusal(member))
          .contains(broker.address(), "refused the credentials", "sasl.jaas.config")
          .doesNotContain("wrong");
    }
  }

  @Test
  void aBrokerThatIsNotTrustedIsToldFromOneThatDoesNotAnswer() {
    try (Member member = member(broker.mistrusting())) {
      assertThat(refusal(member))
          .contains("TLS", broker.address(), "ssl.truststore.location")
          .doesNotContain("no Kafka broker answered", "credentials");
    }
  }

  @Test
  void tlsToAPlainListenerIsToldFromABrokerThatDoesNotAnswer() {
    try (Member member = Member.of(topic)) {
      broker.properties(SecureBroker.PASSWORD).forEach(member::with);

      assertThat(refusal(member)).contains("TLS", "security.protocol");
    }
  }

  @Test
  void aPlainClientAtATlsListenerIsTakenToSecurityProtocol() {
    try (Member member = member(Map.of())) {
      assertThat(refusal(member)).contains("security.protocol");
    }
  }

  @Test
  void aWriterOfDeadLettersNamesItsOwnKeyWhenTlsFails() throws Exception {
    Letters letters = new Letters(broker.address(), topic.name(), broker.mistrusting());
    try (letters) {
      assertThat(Letters.outcome(letters.writer().open(Duration.ofSeconds(5))))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("TLS")
          .hasMessageContaining("pipeline.deadLetter.kafka");
    }
  }
}
