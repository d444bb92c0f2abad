package dev.sluice.testkit.contract;

import dev.sluice.testkit.FakeBroker;
import io.vertx.core.Vertx;

/** Every record is settled by itself. */
class FakeQueueContractTest extends SourceContract {
  @Override
  protected String name() {
    return "fake-queue";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new FakeContractBroker(vertx, FakeBroker.queue());
  }
}
