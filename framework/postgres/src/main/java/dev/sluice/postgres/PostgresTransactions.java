package dev.sluice.postgres;

import dev.sluice.api.Transactions;
import io.vertx.sqlclient.SqlConnection;

/**
 * Transactions of {@code services.postgres.<name>} that hold a handler's rows together with the
 * position of its lane: {@code services.get(PostgresTransactions.class, "main")}.
 *
 * <p>The work is given a connection on which a transaction has begun. It writes through this
 * connection alone; what is written through the {@code Pool} is no part of the transaction. The
 * transaction is not the work's to end: {@code begin()} fails, and when the work sends a {@code
 * COMMIT} or {@code ROLLBACK} of its own the call fails. Savepoints may be used. When the call is
 * over the connection is dead; a statement that comes later fails and reaches no database.
 *
 * <p>The isolation level is the session's, {@code READ COMMITTED} unless the role, the database or
 * the URL ({@code ?options=-c%20default_transaction_isolation%3Dserializable}) says otherwise. It
 * is enough: before the work is called the transaction has locked the row with the position, so
 * whoever applies the same records waits for it, and what it has read there can't change before its
 * end. {@code SET TRANSACTION ISOLATION LEVEL} inside the work is refused by the server, because a
 * query has run before it.
 */
public interface PostgresTransactions extends Transactions<SqlConnection> {}
