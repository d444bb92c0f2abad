package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Which broker the tests share. */
class TestRabbitTest {
  private final RabbitBroker embedded = EmbeddedRabbit.temporary(RabbitOptions.defaults());

  private RabbitBroker chosen(String asked, boolean engine, Supplier<RabbitBroker> starts) {
    return TestRabbit.chosen(asked, () -> engine, starts, () -> embedded);
  }

  private static RabbitBroker mustNotBeStarted() {
    throw new AssertionError("a container is started");
  }

  @Test
  void withoutAnEngineTheBrokerIsAChildProcess() {
    assertThat(chosen("any", false, TestRabbitTest::mustNotBeStarted)).isSameAs(embedded);
  }

  @Test
  void theChildProcessCanBeAskedForAlthoughThereIsAnEngine() {
    assertThat(chosen("embedded", true, TestRabbitTest::mustNotBeStarted)).isSameAs(embedded);
  }

  @Test
  void aContainerThatStartsIsTaken() {
    // A stand-in that has an address.
    RabbitBroker container = EmbeddedRabbit.shared();

    assertThat(chosen("any", true, () -> container)).isSameAs(container);
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

    assertThat(TestRabbit.shared())
        .isInstanceOfAny(
            EmbeddedRabbit.class, engine ? ContainerRabbit.class : EmbeddedRabbit.class);
  }
}
