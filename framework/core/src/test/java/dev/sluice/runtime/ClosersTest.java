package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClosersTest {
  private final Closers closers = new Closers();
  private final List<String> closed = new CopyOnWriteArrayList<>();

  private Function<Duration, Future<Void>> closing(String name, Future<Void> answer) {
    return within -> {
      closed.add(name);
      return answer;
    };
  }

  private void closeAll(Duration left) throws Exception {
    closers.close(() -> left).toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void whatWasOpenedLastIsClosedFirstEachAfterTheOther() throws Exception {
    Promise<Void> second = Promise.promise();
    closers.add("first", closing("first", Future.succeededFuture()));
    closers.add("second", closing("second", second.future()));
    Future<Void> all = closers.close(() -> Duration.ofSeconds(10));

    assertThat(closed).containsExactly("second");

    second.complete();
    all.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void eachIsToldWhatIsLeft() throws Exception {
    List<Duration> told = new CopyOnWriteArrayList<>();
    closers.add(
        "x",
        within -> {
          told.add(within);
          return Future.succeededFuture();
        });
    closeAll(Duration.ofSeconds(7));

    assertThat(told).containsExactly(Duration.ofSeconds(7));
  }

  @Test
  void oneThatFailsThrowsOrAnswersNothingDoesNotKeepTheOthersOpen() throws Exception {
    closers.add("last", closing("last", Future.succeededFuture()));
    closers.add("fails", closing("fails", Future.failedFuture("no")));
    closers.add(
        "throws",
        within -> {
          closed.add("throws");
          throw new IllegalStateException("no");
        });
    closers.add(
        "is gone",
        within -> {
          closed.add("is gone");
          throw new NoClassDefFoundError("replaced while running");
        });
    closers.add("null", closing("null", null));
    closers.add("begins", closing("begins", Future.succeededFuture()));
    closeAll(Duration.ofSeconds(10));

    assertThat(closed).containsExactly("begins", "null", "is gone", "throws", "fails", "last");
  }

  @Test
  void oneThatHangsIsLeftBehind() throws Exception {
    closers.add("last", closing("last", Future.succeededFuture()));
    closers.add("hangs", closing("hangs", Promise.<Void>promise().future()));
    closeAll(Duration.ofMillis(20));

    assertThat(closed).containsExactly("hangs", "last");
  }

  @Test
  void onceClosingHasBegunNothingMoreMayBeOpened() throws Exception {
    assertThat(closers.add("first", closing("first", Future.succeededFuture()))).isTrue();
    closeAll(Duration.ofSeconds(10));

    assertThat(closers.add("late", closing("late", Future.succeededFuture()))).isFalse();
    assertThat(closed).containsExactly("first");
  }

  @Test
  void nothingIsClosedTwice() throws Exception {
    closers.add("first", closing("first", Future.succeededFuture()));
    closeAll(Duration.ofSeconds(10));
    closeAll(Duration.ofSeconds(10));

    assertThat(closed).containsExactly("first");
  }
}
