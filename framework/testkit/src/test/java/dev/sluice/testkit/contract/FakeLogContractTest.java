package dev.sluice.testkit.contract;

import dev.sluice.testkit.FakeBroker;
import io.vertx.core.Vertx;

/** Positions settle everything before them. */
class FakeLogContractTest extends SourceContract {
  @Override
  protected String name() {
    return "fake-log";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new FakeContractBroker(vertx, FakeBroker.log());
  }
}
