package dev.sluice.testkit.contract;

import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;
import java.util.List;

/**
 * A database of one test, for {@link TransactionStoreContract}.
 *
 * @param <C> what work is given inside a transaction
 */
public interface TransactionsRig<C> extends AutoCloseable {

  /** What happens to a transaction when its work asks for it. */
  enum Fault {
    /** It can't be brought in line with others: a serialization failure or a deadlock. */
    CONFLICT,
    /** Its connection breaks. */
    BREAK,
    /** A statement is refused, as one that violates a constraint is. */
    REFUSAL
  }

  /** Where the connection is cut around a COMMIT. */
  enum Cut {
    /** The database never hears of it. */
    BEFORE,
    /** The database has committed, the answer gets lost. */
    AFTER
  }

  /**
   * One more worker's store on the same database, not opened yet. The rig closes it.
   *
   * @return another one each time
   */
  TransactionStore<C> store();

  /** Writes a row inside a transaction; the same row may be written again and is there twice. */
  Future<?> write(C connection, String row);

  /** Has something happen to a transaction; fails with what its work would see. */
  Future<?> suffer(C connection, Fault fault);

  /** All rows that are committed. */
  List<String> rows();

  /** The next COMMIT of any store is cut off there; those after it are not. */
  void cutNextCommit(Cut where);

  /** The database is away from now on, or back. */
  void away(boolean away);

  /** Closes the stores and drops what the test has made. */
  @Override
  void close();
}
