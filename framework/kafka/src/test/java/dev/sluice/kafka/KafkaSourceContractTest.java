package dev.sluice.kafka;

import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;

class KafkaSourceContractTest extends SourceContract {
  @Override
  protected String name() {
    return "kafka";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new KafkaContractBroker(LinkedBroker.shared(), GroupProtocol.COOPERATIVE);
  }
}
