package dev.sluice.testkit.simulation;

import dev.sluice.config.OnFailure;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Where one process writes its dead letters; answered when the schedule says so. */
final class ModelLetters implements DeadLetters {
  private final World world;
  private final Life life;
  private final List<Letter> open = new ArrayList<>(2);
  private boolean calm;

  /** A letter on its way. */
  final class Letter {
    private final int id;
    private final LaneModel lane;
    private final long generation;
    private final long writtenNanos = world.clock.nanos();
    private final Promise<Void> answer = Promise.promise();

    private Letter(int id, LaneModel lane, long generation) {
      this.id = id;
      this.lane = lane;
      this.generation = generation;
    }

    void confirm() {
      open.remove(this);
      life.mayBeCut |= malformed() && late();
      buried();
      answer.complete();
    }

    /** No try was started with its record, so that the exit code may say either. */
    private boolean malformed() {
      return world.witness.kind[id] == Witness.MALFORMED;
    }

    /** The engine may have stopped waiting for it. */
    private boolean late() {
      return life.stopNanos != Life.NEVER
          || lane.toldRevoking
          || world.clock.nanos() - writtenNanos >= world.knobs.commitNanos;
    }

    private void buried() {
      if (lane.toldGeneration == generation) {
        world.witness.buried[id] = true;
      }
    }

    /** Not stored, or stored and not known to be: for the engine it is the same. */
    void fail() {
      open.remove(this);
      life.mayBeCut |= life.stopNanos != Life.NEVER || malformed();
      answer.fail(new World.Planned("no letter"));
    }
  }

  ModelLetters(Life life) {
    this.life = life;
    this.world = life.world;
  }

  /** Letters that wait for an answer. */
  List<Letter> open() {
    return open;
  }

  /** Whether one of a record that does not decode waits for an answer. */
  boolean openOfMalformed() {
    return open.stream().anyMatch(Letter::malformed);
  }

  /** From now on every letter is confirmed at once. */
  void calm() {
    calm = true;
    List.copyOf(open).forEach(Letter::confirm);
  }

  @Override
  public Future<Void> open(Duration within) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    int id = World.idOf(letter.value());
    if (!world.witness.givenUp(id, world.knobs, OnFailure.DEAD_LETTER)) {
      world.violate(Invariant.GIVEN_UP_ONLY_AS_ALLOWED, "record " + id + ": " + letter);
    }
    Letter written = new Letter(id, world.lane(letter.lane().name()), letter.lane().generation());
    open.add(written);
    if (world.trace.on()) {
      world.trace.add("engine writes the dead letter of record " + id);
    }
    if (calm) {
      written.confirm();
    }
    return written.answer.future();
  }

  @Override
  public Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
