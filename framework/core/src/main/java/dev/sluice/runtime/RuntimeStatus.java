package dev.sluice.runtime;

import dev.sluice.config.PlannedTask;
import dev.sluice.config.TaskChoice;
import dev.sluice.drain.DrainState;
import dev.sluice.health.Check;
import dev.sluice.health.StatusReport;
import dev.sluice.health.WorkerStatus;
import dev.sluice.spi.InstanceIdentity;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The worker as probes and people see it. Reads snapshots and counters only, so that it answers
 * while the worker's event loop is stuck. Thread-safe.
 */
final class RuntimeStatus implements WorkerStatus {
  /** An event loop that has not turned for so long is blocked. */
  static final Duration BLOCKED = Duration.ofSeconds(10);

  private final Clock clock;
  private final DrainDriver driver;
  private final StopReporter reporter;
  private final Tally tally;
  private final DeadlineThread deadline;
  private final long beganNanos;
  private volatile RunPlan plan;
  private volatile Source source;
  private volatile boolean opened;

  RuntimeStatus(
      Clock clock,
      DrainDriver driver,
      StopReporter reporter,
      Tally tally,
      DeadlineThread deadline) {
    this.clock = clock;
    this.driver = driver;
    this.reporter = reporter;
    this.tally = tally;
    this.deadline = deadline;
    this.beganNanos = clock.nanos();
  }

  void plan(RunPlan known) {
    plan = known;
  }

  void source(Source made) {
    source = made;
  }

  /** The source was opened once. */
  void opened() {
    opened = true;
  }

  @Override
  public Check started() {
    return Check.of(openedItem());
  }

  private Check.Item openedItem() {
    return new Check.Item(
        "source-opened", opened, opened ? "opened" : "services and source are being opened");
  }

  @Override
  public Check ready() {
    long halted = reporter.snapshot().halted();
    boolean taking = !driver.stopRequested();
    return Check.of(
        openedItem(),
        new Check.Item("taking-work", taking, taking ? "yes" : "the worker stops"),
        new Check.Item("lanes", halted == 0, halted == 0 ? "none stopped" : halted + " stopped"));
  }

  @Override
  public Check live() {
    if (driver.stopRequested()) {
      return Check.of(new Check.Item("stopping", true, "the deadline thread ends it in time"));
    }
    EngineSnapshot snapshot = reporter.snapshot();
    Duration age = clock.since(snapshot.atNanos());
    boolean turning = !(driver.state() instanceof DrainState.Running) || age.compareTo(BLOCKED) < 0;
    Source made = source;
    boolean polling = made == null || made.alive();
    return Check.of(
        new Check.Item(
            "event-loop", turning, turning ? "turns" : "blocked for " + age.toSeconds() + " s"),
        new Check.Item(
            "tries",
            !snapshot.stuck(),
            snapshot.stuck() ? "a handler has not ended by limit + commit" : "none overdue"),
        new Check.Item("source", polling, polling ? "turns" : "its thread makes no progress"),
        new Check.Item("deadline-thread", deadline.alive(), deadline.alive() ? "waits" : "dead"));
  }

  @Override
  public StatusReport status() {
    RunPlan known = plan;
    EngineSnapshot snapshot = reporter.snapshot();
    return new StatusReport(
        known.config().pipeline().name(),
        known.tasks().stream().map(task -> task(task, known.config().pipeline().tasks())).toList(),
        known.identity().map(InstanceIdentity::id),
        driver.state().name().toLowerCase(Locale.ROOT),
        clock.since(beganNanos),
        new StatusReport.Figures(
            known.chain().need(), known.chain().window(), known.chain().graceSeconds()),
        snapshot.lanes().stream().map(RuntimeStatus::lane).toList(),
        snapshot.lanes().stream()
            .filter(lane -> lane.tryAge().isPresent())
            .map(lane -> new StatusReport.RunningTry(lane.name(), lane.tryAge().get()))
            .toList(),
        new StatusReport.Records(
            tally.settled.get(),
            tally.deadLettered.get(),
            tally.skipped.get(),
            tally.delayed.get(),
            tally.handedBack.get(),
            snapshot.held(),
            snapshot.unaccounted()),
        new StatusReport.Takeovers(tally.cleanTakeovers.get(), tally.uncleanTakeovers.get()),
        notes(snapshot));
  }

  private static StatusReport.Task task(PlannedTask<?> task, TaskChoice choice) {
    return new StatusReport.Task(
        task.name(),
        choice.kindsOf(task.name()),
        task.limits().limit(),
        task.limits().checkpointEvery());
  }

  private List<String> notes(EngineSnapshot snapshot) {
    List<String> notes = new ArrayList<>();
    note(notes, tally.lateCompletions.get(), "calls came back after they were given up");
    note(
        notes,
        tally.lateCheckpoints.get(),
        "checkpoints did not come as often as checkpointEvery promises");
    snapshot
        .outage()
        .ifPresent(
            age ->
                notes.add(
                    "a dependency of the handler has been down for "
                        + age.toSeconds()
                        + " s: intake is paused, the work is probed"));
    note(notes, tally.stale.get(), "done records were of lanes that were not ours any more");
    Source made = source;
    if (made != null && !made.alive()) {
      notes.add("the source's thread makes no progress");
    }
    return notes;
  }

  private static void note(List<String> notes, long count, String what) {
    if (count > 0) {
      notes.add(count + " " + what);
    }
  }

  private static StatusReport.Lane lane(EngineSnapshot.LaneView lane) {
    return new StatusReport.Lane(
        lane.name(),
        lane.generation(),
        lane.state(),
        lane.position(),
        lane.lag(),
        lane.buffered(),
        lane.halted());
  }
}
