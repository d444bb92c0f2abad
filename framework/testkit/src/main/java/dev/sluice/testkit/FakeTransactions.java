package dev.sluice.testkit;

import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeDatabase.Standing;
import dev.sluice.testkit.FakeDatabase.Subject;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Transactions in memory: the rows of each and the progress they belong to are there together or
 * not at all. One store is one worker's; {@link #another()} makes those of more workers on the same
 * database. Answers at once, on the caller's thread, unless a test holds commits; looks at no clock
 * but at {@link TransactionStore.Bounds#ended()}. Safe from any thread.
 */
public final class FakeTransactions implements TransactionStore<FakeTransactions.Connection> {

  /** What work is given inside a transaction. */
  public interface Connection {

    /** Writes a row, seen by others when the transaction is committed. */
    Future<Void> insert(String row);

    /** A statement that the database refuses; the transaction can't be committed any more. */
    Future<Void> refuse(RuntimeException why);

    /**
     * A statement that can't be brought in line with what others do: the transaction runs again.
     */
    Future<Void> conflict();

    /** The connection breaks: the transaction runs again. */
    Future<Void> breakOff();
  }

  /** The database is away. */
  public static final class Away extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Away() {
      super("the database is away");
    }
  }

  /** A COMMIT that is on its way. */
  public static final class HeldCommit {
    private final FakeTransaction transaction;
    private final Runnable committed;
    private final Runnable lost;

    HeldCommit(FakeTransaction transaction, Runnable committed, Runnable lost) {
      this.transaction = transaction;
      this.committed = committed;
      this.lost = lost;
    }

    /** The rows are committed, unless a later owner has ended the transaction. */
    public void land() {
      if (transaction.commit()) {
        committed.run();
      } else {
        lost.run();
      }
    }

    /** It never arrives: the transaction runs again, unless its try has ended. */
    public void rollBack() {
      transaction.rollBack();
      lost.run();
    }

    boolean isOver() {
      return transaction.isOver();
    }
  }

  private final FakeDatabase database;
  private final List<FakeCall> calls = new ArrayList<>();
  private String scope = "";

  /** The first worker's store on a new database. */
  public FakeTransactions() {
    this(new FakeDatabase());
  }

  private FakeTransactions(FakeDatabase database) {
    this.database = database;
  }

  /** Another worker's store on the same database; what a test says holds for all of them. */
  public FakeTransactions another() {
    return new FakeTransactions(database);
  }

  /** All committed rows in the order they were committed. */
  public List<String> rows() {
    return database.rows();
  }

  /**
   * The server has noticed that this worker is dead or stands still, and has ended its open
   * transactions.
   *
   * @param dead it never goes on; one that does runs its transactions again
   */
  public void disconnect(boolean dead) {
    List<FakeCall> open;
    synchronized (calls) {
      open = List.copyOf(calls);
    }
    open.forEach(call -> call.disconnect(dead));
  }

  /** From now on, or no longer: whoever asks is told so at once, and open transactions are gone. */
  public void away(boolean away) {
    database.away(away);
  }

  /** From now on, or no longer: what becomes of a COMMIT is said through {@link #held()}. */
  public void holdCommits(boolean hold) {
    database.holdCommits(hold);
  }

  /** Commits that are on their way. */
  public List<HeldCommit> held() {
    return database.held();
  }

  /** So many commits more are answered with a rollback, as a serialization failure is. */
  public void rollBack(int times) {
    database.rollBack(times);
  }

  /** The answers to so many commits more get lost, the rows are committed. */
  public void loseAnswers(int times) {
    database.loseAnswers(times);
  }

  /** Where a lane of this pipeline stands, if it is known. */
  public Optional<Long> position(String lane) {
    return database.standing(lane(lane)).map(Standing::position);
  }

  @Override
  public Future<Void> open(String pipeline, Duration within) {
    scope = pipeline;
    return answered(() -> null);
  }

  private <T> Future<T> answered(Supplier<T> answer) {
    try {
      synchronized (database) {
        if (database.away()) {
          throw new Away();
        }
        return Future.succeededFuture(answer.get());
      }
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private Subject lane(String name) {
    return new Subject(scope, true, name);
  }

  private Subject id(String name) {
    return new Subject(scope, false, name);
  }

  @Override
  public Future<Map<String, LaneStanding>> ownLanes(Map<String, Long> from, Duration within) {
    return answered(
        () -> {
          Map<String, LaneStanding> standings = new HashMap<>();
          from.forEach(
              (name, position) -> {
                Standing owned = database.own(lane(name), position);
                standings.put(
                    name, new LaneStanding(owned.epoch(), owned.position(), owned.state()));
              });
          return standings;
        });
  }

  @Override
  public Future<Void> applyInLane(
      LaneClaim claim, long next, LaneWork<Connection> work, Bounds bounds) {
    Subject key = lane(claim.lane());
    return run(
        Set.of(key),
        bounds,
        transaction -> {
          Standing before = database.owned(key, claim.epoch());
          if (before.position() >= next) {
            return Optional.empty();
          }
          transaction.change(key, new Standing(claim.epoch(), next, false, Optional.empty()));
          return Optional.of(work.apply(transaction, before.position()));
        });
  }

  @Override
  public Future<Void> stepInLane(
      LaneClaim claim, long position, StepWork<Connection> work, Bounds bounds) {
    Subject key = lane(claim.lane());
    return run(
        Set.of(key),
        bounds,
        transaction -> {
          if (database.owned(key, claim.epoch()).position() > position) {
            throw new IllegalStateException(claim.lane() + " is beyond " + position);
          }
          return Optional.of(
              work.apply(transaction)
                  .onSuccess(
                      state ->
                          transaction.change(
                              key,
                              new Standing(
                                  claim.epoch(), position, false, Optional.of(state.clone())))));
        });
  }

  @Override
  public Future<Void> passInLane(LaneClaim claim, long next, Duration within) {
    return answered(
        () -> {
          Subject key = lane(claim.lane());
          if (database.owned(key, claim.epoch()).position() < next) {
            // Whoever is in the way is ended: it might stand still for ever.
            database.holder(Set.of(key)).ifPresent(FakeTransaction::rollBack);
            database.put(key, new Standing(claim.epoch(), next, false, Optional.empty()));
          }
          return null;
        });
  }

  @Override
  public Future<RecordStanding> ownRecord(String id, Duration within) {
    return answered(
        () -> {
          Standing owned = database.own(id(id), 0);
          return new RecordStanding(owned.epoch(), owned.applied(), owned.state());
        });
  }

  @Override
  public Future<Void> applyRecords(List<String> ids, RecordsWork<Connection> work, Bounds bounds) {
    Set<Subject> keys = new LinkedHashSet<>(ids.stream().map(this::id).toList());
    return run(
        keys,
        bounds,
        transaction -> {
          BitSet fresh = new BitSet();
          int index = 0;
          for (Subject key : keys) {
            Optional<Standing> before = database.standing(key);
            if (before.flatMap(Standing::state).isPresent()) {
              throw new IllegalStateException(key.name() + " has committed steps");
            }
            if (!before.map(Standing::applied).orElse(false)) {
              fresh.set(index);
              long epoch = before.map(Standing::epoch).orElse(0L);
              transaction.change(key, new Standing(epoch, 0, true, Optional.empty()));
            }
            index++;
          }
          return fresh.isEmpty() ? Optional.empty() : Optional.of(work.apply(transaction, fresh));
        });
  }

  @Override
  public Future<Void> stepInRecord(RecordClaim claim, StepWork<Connection> work, Bounds bounds) {
    return inRecord(claim, false, work, bounds);
  }

  @Override
  public Future<Void> finishRecord(RecordClaim claim, StepWork<Connection> work, Bounds bounds) {
    return inRecord(claim, true, work, bounds);
  }

  private Future<Void> inRecord(
      RecordClaim claim, boolean last, StepWork<Connection> work, Bounds bounds) {
    Subject key = id(claim.id());
    return run(
        Set.of(key),
        bounds,
        transaction -> {
          if (database.owned(key, claim.epoch()).applied()) {
            if (last) {
              return Optional.empty();
            }
            throw new IllegalStateException(claim.id() + " is applied already");
          }
          return Optional.of(
              work.apply(transaction)
                  .onSuccess(
                      state ->
                          transaction.change(
                              key,
                              new Standing(
                                  claim.epoch(),
                                  0,
                                  last,
                                  last ? Optional.empty() : Optional.of(state.clone())))));
        });
  }

  private Future<Void> run(Set<Subject> keys, Bounds bounds, FakeCall.Act act) {
    FakeCall call = new FakeCall(database, keys, bounds, act);
    synchronized (calls) {
      calls.removeIf(FakeCall::isOver);
      calls.add(call);
    }
    return call.run();
  }
}
