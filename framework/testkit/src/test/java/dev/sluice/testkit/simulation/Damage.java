package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import dev.sluice.config.TroubleKind;
import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.asm.Advice;

/** What bugs are made of. The code is copied into the methods it spoils. */
@SuppressWarnings("UnusedVariable") // What is assigned here is read there.
final class Damage {
  private Damage() {}

  static final class Skip {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }
  }

  static final class True {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean result) {
      result = true;
    }
  }

  static final class False {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean result) {
      result = false;
    }
  }

  static final class OneMoreInt {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) int result) {
      result = result == 0 ? 0 : result + 1;
    }
  }

  static final class Nothing {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) List<Settlement> result) {
      result = List.of();
    }
  }

  static final class OneLess {
    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue(value = "taken", readOnly = false) int taken) {
      taken = taken - 1;
    }
  }

  /** The last two numbers of a ring change places. */
  static final class Swap {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue("ring") long[] ring,
        @Advice.FieldValue("head") int head,
        @Advice.FieldValue("size") int size) {
      if (size > 1) {
        int last = (head + size - 1) & (ring.length - 1);
        int before = (head + size - 2) & (ring.length - 1);
        long kept = ring[last];
        ring[last] = ring[before];
        ring[before] = kept;
      }
    }
  }

  static final class Shorter {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) int from, @Advice.Argument(value = 1, readOnly = false) int to) {
      to = from > 0 && to - from > 1 ? to - 1 : to;
    }
  }

  /** Batches that end with such a record lose it. */
  static final class OneInAHundredThousand {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Batch batch, @Advice.Argument(value = 3, readOnly = false) int to) {
      to = batch.position(to - 1) % 100_000 == 99_999 ? to - 1 : to;
    }
  }

  static final class Trouble {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) TroubleKind result) {
      result = TroubleKind.TROUBLE;
    }
  }

  static final class Confirmed {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Future<Void> result) {
      result = Future.succeededFuture();
    }
  }

  static final class PastAHole {
    @Advice.OnMethodExit
    static void exit(@Advice.FieldValue(value = "watermark", readOnly = false) long watermark) {
      watermark = watermark + 1;
    }
  }

  static final class EarlierGeneration {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Settlement result) {
      Settlement.Done done = (Settlement.Done) result;
      LaneRef lane = new LaneRef(done.lane().name(), done.lane().generation() - 1);
      result = new Settlement.Done(lane, done.from(), done.next(), done.records(), done.carried());
    }
  }

  static final class LongerStretch {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Carried result) {
      if (!result.beyond().isEmpty()) {
        int last = result.beyond().size() - 1;
        Carried.Stretch stretch = result.beyond().get(last);
        List<Carried.Stretch> longer = new ArrayList<>(result.beyond());
        longer.set(last, new Carried.Stretch(stretch.from(), stretch.next() + 1));
        result = new Carried(longer, result.states());
      }
    }
  }

  static final class DoneInstead {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Settlement result) {
      result =
          new Settlement.Done(
              result.lane(),
              ((Settlement.HandBack) result).from(),
              ((Settlement.HandBack) result).next(),
              result.records(),
              Carried.NONE);
    }
  }

  static final class RunAtOnce {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.Argument(0) Runnable action) {
      action.run();
      return true;
    }
  }

  static final class AllSettled {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Future<Boolean> result) {
      result = Future.succeededFuture(true);
    }
  }

  static final class Done {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(value = 0, readOnly = false) Outcome outcome) {
      outcome = Outcome.DONE;
    }
  }

  static final class Longer {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Duration result) {
      result = result.multipliedBy(3);
    }
  }
}
