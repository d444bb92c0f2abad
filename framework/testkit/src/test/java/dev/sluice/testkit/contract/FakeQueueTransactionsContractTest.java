package dev.sluice.testkit.contract;

import dev.sluice.testkit.FakeBroker;
import io.vertx.core.Vertx;
import java.util.Optional;

/** Effects are committed with ids: none twice, whatever happens. */
class FakeQueueTransactionsContractTest extends SourceContract {
  @Override
  protected String name() {
    return "fake-queue-transactions";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new FakeContractBroker(vertx, FakeBroker.queue());
  }

  @Override
  protected Optional<EffectTable<?>> effects(Vertx vertx) {
    return Optional.of(new FakeEffects());
  }
}
