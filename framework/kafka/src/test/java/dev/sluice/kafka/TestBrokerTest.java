package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Which broker the tests share. */
class TestBrokerTest {
  private final KafkaBroker embedded = EmbeddedKafka.temporary(KafkaOptions.defaults());

  private KafkaBroker chosen(String asked, boolean engine, Supplier<KafkaBroker> starts) {
    return TestBroker.chosen(asked, () -> engine, starts, () -> embedded);
  }

  private static KafkaBroker mustNotBeStarted() {
    throw new AssertionError("a container is started");
  }

  @Test
  void withoutAnEngineTheBrokerIsAChildProcess() {
    assertThat(chosen("any", false, TestBrokerTest::mustNotBeStarted)).isSameAs(embedded);
  }

  @Test
  void theChildProcessCanBeAskedForAlthoughThereIsAnEngine() {
    assertThat(chosen("embedded", true, TestBrokerTest::mustNotBeStarted)).isSameAs(embedded);
  }

  @Test
  void anEngineThatCanNotGetTheImageIsNoEngine() {
    assertThat(
            chosen(
                "any",
                true,
                () -> {
                  throw new IllegalStateException("no such image");
                }))
        .isSameAs(embedded);
  }

  @Test
  void lookingForAnEngineFailsNobodyWhereThereIsNone() {
    boolean engine = DockerClientFactory.instance().isDockerAvailable();

    assertThat(TestBroker.shared())
        .isInstanceOfAny(EmbeddedKafka.class, engine ? ContainerKafka.class : EmbeddedKafka.class);
  }
}
