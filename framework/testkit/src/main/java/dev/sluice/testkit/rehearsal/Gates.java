package dev.sluice.testkit.rehearsal;

import dev.sluice.runtime.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What is held until a condition is true. Looked at on the loop. */
final class Gates {
  private record Gate(BooleanSupplier open, Promise<Void> opened) {}

  private final EventLoop loop;
  private final List<Gate> closed = new ArrayList<>();

  Gates(EventLoop loop) {
    this.loop = loop;
  }

  /** Completes, on the loop, when a condition is found true; callable from any thread. */
  Future<Void> until(BooleanSupplier open) {
    Promise<Void> opened = Promise.promise();
    loop.execute(() -> closed.add(new Gate(open, opened)));
    return opened.future();
  }

  /** Opens those whose time has come; on the loop. */
  void look() {
    for (Gate gate : List.copyOf(closed)) {
      if (gate.open().getAsBoolean()) {
        closed.remove(gate);
        gate.opened().complete();
      }
    }
  }
}
