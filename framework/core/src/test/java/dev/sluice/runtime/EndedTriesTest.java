package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedTriesTest {
  private final Deque<Runnable> posted = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private boolean onLoop = true;
  private final EndedTries ends =
      new EndedTries(
          new EventLoop() {
            @Override
            public void execute(Runnable action) {
              posted.addLast(action);
            }

            @Override
            public boolean isCurrent() {
              return onLoop;
            }
          });

  private void end(String name) {
    ends.add(() -> heard.add(name));
  }

  private void turn() {
    posted.removeFirst().run();
  }

  @Test
  void endsOfOneTurnAreHeardOfTogetherInTheNext() {
    end("a");
    end("b");

    assertThat(heard).isEmpty();
    turn();
    assertThat(heard).containsExactly("a", "b");
    assertThat(posted).isEmpty();
  }

  @Test
  void whatEndsMeanwhileHasATurnOfItsOwn() {
    ends.add(() -> end("later"));
    end("a");
    turn();

    assertThat(heard).containsExactly("a");
    turn();
    assertThat(heard).containsExactly("a", "later");
    assertThat(posted).isEmpty();
  }

  @Test
  void anEndThatThrowsKeepsNobodyFromBeingHeard() {
    ends.add(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    end("a");

    assertThatThrownBy(this::turn).hasMessage("on purpose");
    turn();
    assertThat(heard).containsExactly("a");
    end("b");
    turn();
    assertThat(heard).containsExactly("a", "b");
  }

  @Test
  void anEndFromAnotherThreadIsPostedByItself() {
    onLoop = false;
    end("a");
    end("b");

    assertThat(posted).hasSize(2);
    turn();
    assertThat(heard).containsExactly("a");
  }
}
