package dev.sluice.testkit.contract;

import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeTransactions;
import io.vertx.core.Future;
import java.util.List;

class FakeTransactionsContractTest extends TransactionStoreContract<FakeTransactions.Connection> {
  @Override
  protected TransactionsRig<FakeTransactions.Connection> open() {
    return new Rig();
  }

  private static final class Rig implements TransactionsRig<FakeTransactions.Connection> {
    private final FakeTransactions fake = new FakeTransactions();

    @Override
    public TransactionStore<FakeTransactions.Connection> store() {
      return fake.another();
    }

    @Override
    public Future<?> write(FakeTransactions.Connection connection, String row) {
      return connection.insert(row);
    }

    @Override
    public Future<?> suffer(FakeTransactions.Connection connection, Fault fault) {
      return switch (fault) {
        case CONFLICT -> connection.conflict();
        case BREAK -> connection.breakOff();
        case REFUSAL -> connection.refuse(new IllegalStateException("violates a constraint"));
      };
    }

    @Override
    public List<String> rows() {
      return fake.rows();
    }

    @Override
    public void cutNextCommit(Cut where) {
      if (where == Cut.AFTER) {
        fake.loseAnswers(1);
      } else {
        fake.rollBack(1);
      }
    }

    @Override
    public void away(boolean away) {
      fake.away(away);
    }

    @Override
    public void close() {
      // Nothing outlives the test.
    }
  }
}
