package dev.sluice.testkit.contract;

import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A place for dead letters of all workers, which can be away. Safe from any thread. */
final class LettersByHand implements DeadLetters {
  private final List<DeadLetter> letters = new ArrayList<>();
  private boolean away;

  /** Whether letters can't be written from now on. */
  synchronized void away(boolean now) {
    away = now;
  }

  /** All letters, in the order they were written. */
  synchronized List<DeadLetter> letters() {
    return List.copyOf(letters);
  }

  /** The records that have letters. */
  List<String> values() {
    return letters().stream()
        .map(letter -> new String(letter.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public Future<Void> open(Duration within) {
    return Future.succeededFuture();
  }

  @Override
  public synchronized Future<Void> write(DeadLetter letter, Duration within) {
    if (away) {
      return Future.failedFuture(new IllegalStateException("the place for dead letters is away"));
    }
    letters.add(letter);
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
