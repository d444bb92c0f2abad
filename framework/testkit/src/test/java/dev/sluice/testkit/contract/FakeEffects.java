package dev.sluice.testkit.contract;

import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.FakeTransactions.Connection;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** Rows in memory. */
final class FakeEffects implements EffectTable<Connection> {
  private final FakeTransactions database = new FakeTransactions();

  @Override
  public TransactionStore<Connection> store() {
    FakeTransactions store = database.another();
    Patience.get(store.open("contract", Duration.ofSeconds(1)));
    return store;
  }

  @Override
  public void disconnected(TransactionStore<?> store, boolean dead) {
    ((FakeTransactions) store).disconnect(dead);
  }

  @Override
  public Future<?> insert(Connection connection, List<String> rows) {
    return Future.all(rows.stream().map(connection::insert).toList());
  }

  @Override
  public List<String> rows() {
    return database.rows();
  }

  @Override
  public void close() {}
}
