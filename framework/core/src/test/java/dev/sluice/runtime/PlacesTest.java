package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private final Places places = new PlacePool(2).share();
  private final List<String> woken = new ArrayList<>();

  /** Somebody who takes a place as soon as told of one. */
  private Places.Waiter taker(String name) {
    return new Places.Waiter() {
      @Override
      void advance() {
        if (places.take(this)) {
          woken.add(name);
        }
      }
    };
  }

  /** Somebody who has changed his mind. */
  private Places.Waiter decliner(String name) {
    return new Places.Waiter() {
      @Override
      void advance() {
        woken.add(name + " declines");
      }
    };
  }

  @Test
  void asManyPlacesAsThereAreAreGiven() {
    assertThat(places.take(taker("a"))).isTrue();
    assertThat(places.take(taker("b"))).isTrue();
    assertThat(places.take(taker("c"))).isFalse();
  }

  private void fill() {
    places.take(taker("a"));
    places.take(taker("b"));
  }

  @Test
  void whoAskedFirstIsWokenFirst() {
    fill();
    places.take(taker("c"));
    places.take(taker("d"));
    places.give();
    places.give();

    assertThat(woken).containsExactly("c", "d");
    assertThat(places.take(taker("e"))).isFalse();
  }

  @Test
  void aPlaceThatOneDeclinesGoesToTheNext() {
    fill();
    places.take(decliner("c"));
    places.take(taker("d"));
    places.take(taker("e"));
    places.give();

    assertThat(woken).containsExactly("c declines", "d");
    places.give();
    assertThat(woken).containsExactly("c declines", "d", "e");
  }

  @Test
  void whoAsksTwiceWaitsOnceAndKeepsHisTurn() {
    fill();
    Places.Waiter early = taker("c");
    places.take(early);
    places.take(taker("d"));
    places.take(early);
    places.give();
    places.give();

    assertThat(woken).containsExactly("c", "d");
  }

  @Test
  void whoIsForgottenIsNotWoken() {
    fill();
    Places.Waiter gone = taker("c");
    places.take(gone);
    places.take(taker("d"));
    places.forget(gone);
    places.give();

    assertThat(woken).containsExactly("d");
  }

  @Test
  void aWaiterThatAsksAgainWithoutTakingIsNotWokenForEver() {
    fill();
    places.take(
        new Places.Waiter() {
          @Override
          void advance() {
            woken.add("asks");
            places.take(taker("x"));
            places.take(decliner("other"));
          }
        });
    places.give();

    assertThat(woken).containsExactly("asks");
  }

  @Test
  void aPlaceThatIsOccupiedAndLeftInOneTurnWakesNobody() {
    fill();
    places.take(taker("c"));
    places.occupy();
    places.give();
    assertThat(woken).isEmpty();

    places.give();
    assertThat(woken).containsExactly("c");
  }
}
