package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.function.Consumer;

/** Every chunk is a strand of its own: chunks run side by side, each retried by itself. */
final class Unordered<T> extends Places.Waiter implements LaneOrder {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final EngineSettings settings;
  private final LaneBuffer buffer = new LaneBuffer();
  private final Linger linger;

  Unordered(LaneRun<T> lane, LaneParts<T> parts) {
    this.lane = lane;
    this.parts = parts;
    this.settings = parts.settings();
    this.linger = new Linger(settings.linger(), parts.timers());
  }

  @Override
  public void add(Batch batch, long first, int from, int to) {
    buffer.add(batch, first, from, to);
  }

  @Override
  public void advance() {
    while (mayStart() && ready() && parts.host().admit(this)) {
      Single chunk = new Single();
      boolean started = false;
      try {
        linger.reset();
        Joining joining = lane.account().joining();
        RawChunk raw =
            joining.cut(buffer.cut(settings.chunkRecords(), settings.chunkBytes(), joining));
        started = chunk.strand.startAdmitted(raw);
        parts.host().holds(lane);
      } finally {
        if (!started) {
          parts.host().leave();
        }
      }
      if (!started) {
        // What came before a record that does not decode, or after it, goes on by itself.
        chunk.strand.advance();
      }
    }
  }

  private boolean mayStart() {
    return lane.mayStart() && !parts.host().mustWait(lane) && !parts.host().outage().down();
  }

  private boolean ready() {
    return buffer.ready(settings) || (!buffer.isEmpty() && linger.over(this::advance));
  }

  @Override
  public void wake() {
    advance();
  }

  @Override
  public boolean remove(long number) {
    return buffer.remove(number);
  }

  @Override
  public long records() {
    return buffer.records();
  }

  @Override
  public void drain(Consumer<RawChunk> sink) {
    linger.reset();
    parts.host().forget(this);
    RawChunk dropped = buffer.drain();
    if (dropped != null) {
      sink.accept(dropped);
    }
  }

  /** The feed of a strand that has nothing but its one chunk. */
  private final class Single implements Strand.Feed {
    private final Strand<T> strand = new Strand<>(lane, parts, this);

    @Override
    public boolean ready() {
      return false;
    }

    @Override
    public RawChunk cut() {
      throw new IllegalStateException("a chunk by itself has no next one");
    }

    @Override
    public void idle() {
      lane.strands().idle(strand);
    }
  }
}
