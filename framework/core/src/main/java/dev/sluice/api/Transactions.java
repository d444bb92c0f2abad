package dev.sluice.api;

/**
 * A database in which a handler's rows, the position of its lane and its resume state can be
 * written in one transaction, so that the effect of every record happens exactly once whatever is
 * killed. Handlers get one from {@link Services} and pass it to {@link ChunkContext#transaction}
 * and {@link ChunkContext#inSteps}. What it does stands in {@code dev.sluice.spi.TransactionStore}.
 *
 * @param <C> what a handler is given inside a transaction, for example {@code
 *     io.vertx.sqlclient.SqlConnection}
 */
public interface Transactions<C> {}
