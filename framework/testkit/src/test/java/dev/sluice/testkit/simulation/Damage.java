package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import dev.sluice.progress.Settlement;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
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

  static final class OneMore {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) long result) {
      result = result + 1;
    }
  }

  static final class OneMoreInt {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) int result) {
      result = result == 0 ? 0 : result + 1;
    }
  }

  static final class NoSettlement {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Optional<Settlement.Done> result) {
      result = Optional.empty();
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
