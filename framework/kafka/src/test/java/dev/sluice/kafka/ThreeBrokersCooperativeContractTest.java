package dev.sluice.kafka;

import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Tag;

/** Three brokers, and members that give up only what moves. */
@Tag("soak")
class ThreeBrokersCooperativeContractTest extends SourceContract {
  @Override
  protected String name() {
    return "kafka-three-cooperative";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new KafkaContractBroker(LinkedBroker.three(), GroupProtocol.COOPERATIVE);
  }
}
