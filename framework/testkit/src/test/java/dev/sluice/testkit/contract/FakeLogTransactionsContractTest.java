package dev.sluice.testkit.contract;

import dev.sluice.testkit.FakeBroker;
import io.vertx.core.Vertx;
import java.util.Optional;

/** Effects are committed with positions: none twice, whatever happens. */
class FakeLogTransactionsContractTest extends SourceContract {
  @Override
  protected String name() {
    return "fake-log-transactions";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new FakeContractBroker(vertx, FakeBroker.log());
  }

  @Override
  protected Optional<EffectTable<?>> effects(Vertx vertx) {
    return Optional.of(new FakeEffects());
  }
}
