package dev.sluice.rabbitmq;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.EffectTable;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Real messages, real rows: whatever happens, each message id takes effect once. */
class TransactedQueueContractTest extends SourceContract {
  private static final PostgresServer POSTGRES = EmbeddedPostgres.shared();
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
    return "rabbitmq-transactions";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new RabbitContractBroker(broker, QueueType.QUORUM, UnaryOperator.identity());
  }

  @Override
  protected Optional<EffectTable<?>> effects(Vertx vertx) {
    return Optional.of(new PostgresEffects(POSTGRES, vertx));
  }
}
