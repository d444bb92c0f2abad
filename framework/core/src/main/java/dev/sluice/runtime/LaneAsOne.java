package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.function.Consumer;

/** The whole lane is one strand: one chunk at a time, in lane order. */
final class LaneAsOne<T> implements LaneOrder, Strand.Feed {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final EngineSettings settings;
  private final LaneBuffer buffer = new LaneBuffer();
  private final Linger linger;
  private final Strand<T> strand;

  LaneAsOne(LaneRun<T> lane, LaneParts<T> parts) {
    this.lane = lane;
    this.parts = parts;
    this.settings = parts.settings();
    this.linger = new Linger(settings.linger(), parts.timers());
    this.strand = new Strand<>(lane, parts, this);
  }

  @Override
  public void add(Batch batch, long first, int from, int to) {
    buffer.add(batch, first, from, to);
  }

  @Override
  public void advance() {
    strand.advance();
  }

  @Override
  public void wake() {
    strand.advance();
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
    RawChunk dropped = buffer.drain();
    if (dropped != null) {
      sink.accept(dropped);
    }
  }

  @Override
  public boolean ready() {
    return buffer.ready(settings) || (!buffer.isEmpty() && linger.over(strand::advance));
  }

  @Override
  public RawChunk cut() {
    linger.reset();
    Joining joining = lane.account().joining();
    RawChunk chunk =
        joining.cut(buffer.cut(settings.chunkRecords(), settings.chunkBytes(), joining));
    parts.host().holds(lane);
    return chunk;
  }

  @Override
  public void idle() {
    lane.strands().idle(strand);
  }
}
