package dev.sluice.testkit;

import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A place for dead letters in memory. Confirms each at once, until a test says otherwise. Used by
 * the thread that turns the loop.
 */
public final class InMemoryDeadLetters implements DeadLetters {

  /** A letter whose writer waits for an answer. */
  public final class Held {
    private final DeadLetter letter;
    private final Promise<Void> answer = Promise.promise();

    private Held(DeadLetter letter) {
      this.letter = letter;
    }

    /** The letter. */
    public DeadLetter letter() {
      return letter;
    }

    /** The letter is stored. */
    public void confirm() {
      letters.add(letter);
      answer.complete();
    }

    /** The letter is not stored. */
    public void fail(Throwable cause) {
      answer.fail(cause);
    }

    /** The letter is stored, but the answer says that it is not known to be. */
    public void loseAnswer() {
      letters.add(letter);
      answer.fail(new IllegalStateException("no answer in time"));
    }
  }

  private final List<DeadLetter> letters = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private boolean holding;
  private RuntimeException failure;

  /** A place that confirms everything. */
  public InMemoryDeadLetters() {}

  /** All letters stored, in the order they were; one may be there twice. */
  public List<DeadLetter> letters() {
    return letters;
  }

  /** From now on letters are answered through {@link #held()}. */
  public void hold() {
    holding = true;
  }

  /** Letters that wait for an answer. */
  public List<Held> held() {
    return held.stream().filter(waiting -> !waiting.answer.future().isComplete()).toList();
  }

  /** From now on letters can't be written, for this reason; null for: they can again. */
  public void fail(RuntimeException reason) {
    failure = reason;
  }

  @Override
  public Future<Void> open(Duration within) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    if (failure != null) {
      return Future.failedFuture(failure);
    }
    if (!holding) {
      letters.add(letter);
      return Future.succeededFuture();
    }
    Held waiting = new Held(letter);
    held.add(waiting);
    return waiting.answer.future();
  }

  @Override
  public Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
