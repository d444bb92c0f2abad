package dev.sluice.postgres;

import dev.sluice.api.Transactions;
import io.vertx.sqlclient.SqlConnection;

/** Transactions in a Postgres database that also keep how far a pipeline is. */
public interface PostgresTransactions extends Transactions<SqlConnection> {}
