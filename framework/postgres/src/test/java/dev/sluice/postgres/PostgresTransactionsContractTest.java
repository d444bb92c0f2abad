package dev.sluice.postgres;

import dev.sluice.testkit.contract.TransactionStoreContract;
import dev.sluice.testkit.contract.TransactionsRig;
import io.vertx.sqlclient.SqlConnection;

class PostgresTransactionsContractTest extends TransactionStoreContract<SqlConnection> {
  @Override
  protected TransactionsRig<SqlConnection> open() {
    return new TransactionsRigOfPostgres();
  }
}
