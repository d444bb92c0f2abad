package dev.sluice.rabbitmq;

import dev.sluice.embedded.RabbitBroker;
import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClassicQueueContractTest extends SourceContract {
  private static RabbitBroker broker;

  @BeforeAll
  static void start() {
    broker = TestRabbit.own();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Override
  protected String name() {
    return "rabbitmq-classic";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new RabbitContractBroker(broker, QueueType.CLASSIC, UnaryOperator.identity());
  }
}
