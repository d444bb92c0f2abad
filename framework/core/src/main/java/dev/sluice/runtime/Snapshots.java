package dev.sluice.runtime;

import dev.sluice.drain.LaneState;
import dev.sluice.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Takes snapshots of an engine. On the event loop. */
final class Snapshots {
  private final PipelineEngine engine;
  private final Tally tally;
  private final Clock clock;

  Snapshots(PipelineEngine engine, Tally tally, Clock clock) {
    this.engine = engine;
    this.tally = tally;
    this.clock = clock;
  }

  EngineSnapshot take() {
    long held = engine.held();
    List<EngineSnapshot.LaneView> lanes = engine.lanes().stream().map(this::view).toList();
    long lag = lanes.stream().mapToLong(EngineSnapshot.LaneView::lag).sum();
    long remaining = engine.lanes().stream().mapToLong(LaneRun::remaining).sum();
    return new EngineSnapshot(
        clock.nanos(),
        lanes,
        held,
        lag,
        remaining,
        tally.unaccounted(held),
        engine.stuck(),
        engine.outage());
  }

  private EngineSnapshot.LaneView view(LaneRun<?> lane) {
    LaneState state = lane.state();
    return new EngineSnapshot.LaneView(
        lane.ref().name(),
        lane.ref().generation(),
        state.getClass().getSimpleName().toLowerCase(Locale.ROOT),
        lane.settledPosition(),
        lane.extent().lag(),
        lane.bufferedRecords(),
        lane.strands().oldestTry(),
        state instanceof LaneState.Halted halted ? Optional.of(halted.reason()) : Optional.empty());
  }
}
