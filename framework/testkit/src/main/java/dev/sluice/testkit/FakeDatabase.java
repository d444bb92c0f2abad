package dev.sluice.testkit;

import dev.sluice.spi.TransactionStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the stores of several workers share: committed rows, standings, and who has them locked. */
final class FakeDatabase {

  /**
   * What a standing is of.
   *
   * @param scope the pipeline
   * @param lane whether it is of a lane; of a record otherwise
   * @param name the lane's, or the record's id
   */
  record Subject(String scope, boolean lane, String name) {}

  /**
   * How far something is.
   *
   * @param epoch of the last owner
   * @param position the first that is not applied; of a lane
   * @param applied whether nothing is left to do; of a record
   * @param state left inside a record
   */
  record Standing(long epoch, long position, boolean applied, Optional<byte[]> state) {}

  private final List<String> rows = new ArrayList<>();
  private final Map<Subject, Standing> standings = new HashMap<>();
  private final Map<Subject, Long> unsure = new HashMap<>();
  private final Set<FakeTransaction> open = new LinkedHashSet<>();
  private final List<FakeTransactions.HeldCommit> held = new ArrayList<>();
  private boolean away;
  private boolean holding;
  private int rollbacks;
  private int lostAnswers;

  synchronized List<String> rows() {
    return List.copyOf(rows);
  }

  synchronized Optional<Standing> standing(Subject key) {
    return Optional.ofNullable(standings.get(key));
  }

  synchronized boolean away() {
    return away;
  }

  synchronized void away(boolean gone) {
    away = gone;
    if (gone) {
      List.copyOf(open).forEach(FakeTransaction::rollBack);
    }
  }

  synchronized void holdCommits(boolean hold) {
    holding = hold;
  }

  synchronized boolean holding() {
    return holding;
  }

  synchronized void rollBack(int times) {
    rollbacks += times;
  }

  synchronized void loseAnswers(int times) {
    lostAnswers += times;
  }

  /** Whether the COMMIT that comes now is answered with a rollback. */
  synchronized boolean takeRollback() {
    if (rollbacks == 0) {
      return false;
    }
    rollbacks--;
    return true;
  }

  /** Whether the answer to the COMMIT that comes now gets lost. */
  synchronized boolean takeLostAnswer() {
    if (lostAnswers == 0) {
      return false;
    }
    lostAnswers--;
    return true;
  }

  synchronized void hold(FakeTransactions.HeldCommit commit) {
    held.add(commit);
  }

  synchronized List<FakeTransactions.HeldCommit> held() {
    return held.stream().filter(commit -> !commit.isOver()).toList();
  }

  /** The transaction that has locked one of these, if there is one. */
  synchronized Optional<FakeTransaction> holder(Set<Subject> keys) {
    return open.stream().filter(transaction -> transaction.locks(keys)).findFirst();
  }

  synchronized FakeTransaction begin(Set<Subject> keys, boolean missed) {
    FakeTransaction transaction = new FakeTransaction(this, keys, missed);
    open.add(transaction);
    return transaction;
  }

  /** Whoever is at these epochs does not know any more how far it is. */
  synchronized void forget(Map<Subject, Standing> changed) {
    changed.forEach((key, standing) -> unsure.put(key, standing.epoch()));
  }

  /** Ends what an earlier owner has begun, and answers with what it has left. */
  synchronized Standing own(Subject key, long from) {
    holder(Set.of(key)).ifPresent(FakeTransaction::rollBack);
    Standing before = standing(key).orElse(new Standing(0, from, false, Optional.empty()));
    Standing owned =
        new Standing(before.epoch() + 1, before.position(), before.applied(), before.state());
    put(key, owned);
    return owned;
  }

  /**
   * The standing of an owner who knows how far it is.
   *
   * @throws TransactionStore.Fenced when it is not this one's
   */
  synchronized Standing owned(Subject key, long epoch) {
    return standing(key)
        .filter(standing -> standing.epoch() == epoch)
        .filter(standing -> unsure.getOrDefault(key, 0L) != epoch)
        .orElseThrow(
            () ->
                new TransactionStore.Fenced(
                    key.name() + " is not this owner's, who is of epoch " + epoch));
  }

  synchronized void put(Subject key, Standing standing) {
    standings.put(key, standing);
  }

  /** Makes a transaction's writes seen. */
  synchronized void commit(List<String> written, Map<Subject, Standing> changed) {
    rows.addAll(written);
    standings.putAll(changed);
  }

  /** Whether this is what stands there; two states are equal when they are the same array. */
  synchronized boolean stands(Map<Subject, Standing> changed) {
    return changed.entrySet().stream()
        .allMatch(entry -> entry.getValue().equals(standings.get(entry.getKey())));
  }

  synchronized void ended(FakeTransaction transaction) {
    open.remove(transaction);
  }
}
