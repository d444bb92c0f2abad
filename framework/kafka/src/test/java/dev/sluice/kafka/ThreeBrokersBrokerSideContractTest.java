package dev.sluice.kafka;

import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Tag;

/** Three brokers, which assign the lanes themselves (KIP-848). */
@Tag("soak")
class ThreeBrokersBrokerSideContractTest extends SourceContract {
  @Override
  protected String name() {
    return "kafka-three-broker-side";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new KafkaContractBroker(LinkedBroker.three(), GroupProtocol.BROKER_SIDE);
  }
}
