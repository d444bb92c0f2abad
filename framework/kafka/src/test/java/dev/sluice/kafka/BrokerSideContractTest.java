package dev.sluice.kafka;

import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;

/** With lanes that the broker assigns (KIP-848). */
class BrokerSideContractTest extends SourceContract {
  @Override
  protected String name() {
    return "kafka-broker-side";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new KafkaContractBroker(LinkedBroker.shared(), GroupProtocol.BROKER_SIDE);
  }
}
