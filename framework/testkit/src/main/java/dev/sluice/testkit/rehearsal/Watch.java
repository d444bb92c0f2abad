package dev.sluice.testkit.rehearsal;

import dev.sluice.api.Chunk;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TryContext;
import dev.sluice.api.TryEnded;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** What is seen of the calls of one life, and what its script makes of it. Thread-safe. */
final class Watch {
  private final Life<?> life;
  private final Script script;
  private final Witness witness = new Witness();

  Watch(Life<?> life, Script script) {
    this.life = life;
    this.script = script;
  }

  Witness witness() {
    return witness;
  }

  /** A call begins. */
  Call enter(Chunk<?> chunk) {
    int[] records = new int[chunk.size()];
    for (int i = 0; i < records.length; i++) {
      byte[] number = chunk.get(i).header(Deck.NUMBER).orElseThrow();
      records[i] = Integer.parseInt(new String(number, StandardCharsets.US_ASCII));
    }
    Call call = witness.begin(chunk.attempt(), chunk.lane(), records, life.nanos());
    life.progress();
    if (dead()) {
      // The engine had started it before the end, on a thread that came too late.
      call.notCalled();
    } else {
      script.entered(life, call);
    }
    return call;
  }

  /** Fails in the place of the handler, if the script says so or the worker is dead. */
  void insteadOf(Call call) {
    requireAlive();
    script
        .instead(call)
        .ifPresent(
            failure -> {
              call.notCalled();
              throw failure;
            });
  }

  /** A record is checkpointed. */
  void checkpoint(Call call, int index, TryContext<?> context) {
    call.checkpoint(index + 1, context.draining(), life.nanos());
    life.progress();
    script.checkpointed(life, call);
  }

  /** Completes when a call may go on behind its checkpoint. */
  Future<Void> heldAtCheckpoint(Call call, TryContext<?> context) {
    if (script.atCheckpoint(call) == Hold.NONE) {
      return Future.succeededFuture();
    }
    return until(() -> context.draining()).onSuccess(open -> call.heldUntil(life.nanos()));
  }

  /** The handler has come back. Completes when the engine may hear of it. */
  Future<Void> heldAtEnd(Call call, TryContext<?> context, BooleanSupplier givenUp) {
    call.cameBack(context.draining(), life.nanos());
    life.progress();
    return switch (script.atEnd(call)) {
      case NONE -> Future.succeededFuture();
      case UNTIL_DRAINING -> until(() -> context.draining());
      case UNTIL_ENDED -> until(givenUp);
    };
  }

  private Future<Void> until(BooleanSupplier open) {
    return life.gates().until(() -> life.dead() || open.getAsBoolean());
  }

  boolean dead() {
    return life.dead();
  }

  long nanos() {
    return life.nanos();
  }

  /** Whether the engine has given all tries up. */
  boolean nothingInFlight() {
    return life.triesInFlight() == 0;
  }

  Future<Void> death() {
    return life.death();
  }

  /** A process that is dead makes no progress. */
  void requireAlive() {
    if (dead()) {
      throw new TryEnded("the rehearsed process was killed");
    }
  }

  /** Where a record stands in its chunk. */
  static int indexOf(Chunk<?> chunk, SourceRecord<?> wanted) {
    for (int i = 0; i < chunk.size(); i++) {
      if (chunk.get(i).position() == wanted.position()) {
        return i;
      }
    }
    throw new IllegalArgumentException(wanted + " is not of this chunk");
  }
}
