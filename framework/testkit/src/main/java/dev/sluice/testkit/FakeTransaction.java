package dev.sluice.testkit;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One transaction of a {@link FakeDatabase}: seen by others once it is committed, or never. */
final class FakeTransaction implements FakeTransactions.Connection {

  /** The connection is gone, or the transaction is over. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken() {
      super("the connection is closed");
    }
  }

  /** Two transactions can't be brought in line. */
  static final class Conflict extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Conflict() {
      super("could not serialize access due to concurrent update");
    }
  }

  private final FakeDatabase database;
  private final Set<FakeDatabase.Subject> keys;
  private final boolean missed;
  private final List<String> written = new ArrayList<>();
  private final Map<FakeDatabase.Subject, FakeDatabase.Standing> changed = new HashMap<>();
  private final Promise<Void> over = Promise.promise();
  private boolean ended;
  private RuntimeException refusal;

  /**
   * @param missed whether the server has not heard of its owner for long, and ends it for others
   */
  FakeTransaction(FakeDatabase database, Set<FakeDatabase.Subject> keys, boolean missed) {
    this.database = database;
    this.keys = keys;
    this.missed = missed;
  }

  boolean missed() {
    return missed;
  }

  boolean locks(Set<FakeDatabase.Subject> others) {
    return others.stream().anyMatch(keys::contains);
  }

  @Override
  public Future<Void> insert(String row) {
    synchronized (database) {
      if (ended) {
        return Future.failedFuture(new Broken());
      }
      if (refusal != null) {
        return Future.failedFuture(refusal);
      }
      written.add(row);
      return Future.succeededFuture();
    }
  }

  @Override
  public Future<Void> refuse(RuntimeException why) {
    synchronized (database) {
      refusal = why;
      return Future.failedFuture(why);
    }
  }

  @Override
  public Future<Void> conflict() {
    return refuse(new Conflict());
  }

  @Override
  public Future<Void> breakOff() {
    rollBack();
    return Future.failedFuture(new Broken());
  }

  /** Changed by the commit. */
  void change(FakeDatabase.Subject key, FakeDatabase.Standing standing) {
    changed.put(key, standing);
  }

  Map<FakeDatabase.Subject, FakeDatabase.Standing> changed() {
    return Map.copyOf(changed);
  }

  /** What a statement was refused with, whatever became of the answer; null when none was. */
  RuntimeException refusal() {
    return refusal;
  }

  boolean isOver() {
    synchronized (database) {
      return ended;
    }
  }

  /** Completes when it is committed or rolled back. */
  Future<Void> over() {
    return over.future();
  }

  /**
   * Commits, unless it is over.
   *
   * @return whether this has committed it
   */
  boolean commit() {
    synchronized (database) {
      if (ended) {
        return false;
      }
      database.commit(written, changed);
      end();
    }
    over.complete();
    return true;
  }

  /** Rolls back, unless it is over. */
  void rollBack() {
    synchronized (database) {
      if (ended) {
        return;
      }
      end();
    }
    over.complete();
  }

  private void end() {
    ended = true;
    database.ended(this);
  }
}
