package dev.sluice.kafka;

import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;

/** With lanes that are all revoked at each rebalance. */
class EagerContractTest extends SourceContract {
  @Override
  protected String name() {
    return "kafka-eager";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new KafkaContractBroker(LinkedBroker.shared(), GroupProtocol.EAGER);
  }
}
