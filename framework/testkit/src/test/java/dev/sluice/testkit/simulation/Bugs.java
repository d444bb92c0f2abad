package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/** The bugs that the simulation must find; {@code docs/internals/simulation.md} lists them. */
final class Bugs {
  private Bugs() {}

  static List<Mutant> all() {
    List<Mutant> all = new java.util.ArrayList<>(starts());
    all.addAll(ends());
    all.addAll(books());
    all.addAll(stops());
    return List.copyOf(all);
  }

  /** What starts, how often and in which order. */
  private static List<Mutant> starts() {
    return List.of(
        Mutant.of(
            "a lane starts tries in a drain", "runtime.LaneRun", "mayStart", Damage.True.class),
        Mutant.of("a strand waits for nothing", "runtime.Strand", "mayStart", Damage.True.class),
        Mutant.of("a letter under way is passed", "runtime.Graves", "busy", Damage.False.class),
        Mutant.of("there is always a place", "runtime.Places", "take", Damage.True.class),
        Mutant.of("a place is given back twice", "runtime.Places", "give", Damage.OneLess.class),
        Mutant.of(
            "a new owner ignores the old handler",
            "runtime.Predecessors",
            "blocks",
            Damage.False.class),
        Mutant.of(
            "an old handler's end is not heard",
            "runtime.EngineHost",
            "handlerEnded",
            Damage.Skip.class),
        Mutant.of("two records of a key swap", "runtime.NumberQueue", "add", Damage.Swap.class),
        Mutant.of("a partial chunk lingers for ever", "runtime.Linger", "over", Damage.False.class),
        Mutant.of("a paused lane stays paused", "runtime.Appetite", "resume", Damage.Skip.class),
        Mutant.of("an outage is never probed", "runtime.Outage", "probeNow", Damage.Skip.class));
  }

  /** How a try ends. */
  private static List<Mutant> ends() {
    ElementMatcher<MethodDescription> endOf =
        ElementMatchers.<MethodDescription>named("endOf")
            .and(ElementMatchers.takesArgument(0, Outcome.class));
    return List.of(
        Mutant.of("STOPPED counts as DONE", "runtime.TryLauncher", endOf, Damage.Done.class),
        Mutant.of("a late completion counts", "runtime.TryProgress", "alive", Damage.True.class),
        Mutant.of(
            "a dead try checkpoints", "runtime.TryProgress", "requireAlive", Damage.Skip.class),
        Mutant.of("a limit is ignored", "runtime.Strand", "limitReached", Damage.Skip.class),
        Mutant.of("a split drops a record", "runtime.Work", "part", Damage.Shorter.class),
        Mutant.of("a failure counts twice", "runtime.Work", "failures", Damage.OneMoreInt.class),
        Mutant.of(
            "an outage counts attempts",
            "runtime.FailurePolicy",
            "recognise",
            Damage.Trouble.class),
        Mutant.of(
            "a dead letter counts before it is confirmed",
            "runtime.Burials",
            "write",
            Damage.Confirmed.class),
        Mutant.of(
            "a rejected record is settled with its chunk",
            "runtime.TryRecords",
            "rejecting",
            Damage.Skip.class),
        Mutant.of(
            "a rejected record that stays is lost",
            "runtime.TryRecords",
            "asked",
            Damage.Skip.class),
        Mutant.of(
            "the rules for kinds of failures are ignored",
            "config.RetryRule",
            "matches",
            Damage.False.class),
        Mutant.of("a stopped lane goes on", "runtime.LaneRun", "halt", Damage.Skip.class),
        Mutant.of(
            "a checkpoint is not taken down",
            "runtime.LaneAccount",
            "checkpoint",
            Damage.Skip.class));
  }

  /** What is settled, carried and handed back. */
  private static List<Mutant> books() {
    ElementMatcher<MethodDescription> handBackChunk =
        ElementMatchers.<MethodDescription>named("handBack").and(ElementMatchers.takesArguments(1));
    return List.of(
        Mutant.of(
            "a hole is settled", "progress.CumulativeLedger", "changed", Damage.PastAHole.class),
        Mutant.of(
            "a stale generation is settled",
            "progress.CumulativeLedger",
            "ask",
            Damage.EarlierGeneration.class),
        Mutant.of(
            "a carried stretch is too long",
            "progress.CumulativeLedger",
            "carried",
            Damage.LongerStretch.class),
        Mutant.of(
            "what is handed back is settled",
            "progress.IndividualLedger",
            "back",
            Damage.DoneInstead.class),
        Mutant.of(
            "a failed settle of a log is not repeated",
            "progress.CumulativeLedger",
            "failed",
            Damage.Skip.class),
        Mutant.of(
            "a failed settle of a queue is not repeated",
            "progress.IndividualLedger",
            "failed",
            Damage.Skip.class),
        Mutant.of(
            "a handed-back chunk is forgotten",
            "runtime.LaneAccount",
            handBackChunk,
            Damage.Skip.class),
        Mutant.of("a hand-back is not counted", "runtime.Tally", "handBack", Damage.Skip.class),
        Mutant.of("a skipped record is lost", "runtime.LaneAccount", "skip", Damage.Skip.class),
        Mutant.of(
            "settles are outstanding without bound",
            "runtime.Settler",
            "full",
            Damage.False.class));
  }

  /** How lanes and workers stop. */
  private static List<Mutant> stops() {
    return List.of(
        Mutant.of("a lost lane is kept", "runtime.PipelineEngine", "remove", Damage.Skip.class),
        Mutant.of("a revoke does not wait", "runtime.Strands", "inFlight", Damage.False.class),
        Mutant.of("a revoke's time is ignored", "runtime.Revoke", "cut", Damage.Skip.class),
        Mutant.of(
            "nothing is settled on a revoke",
            "runtime.LaneRun",
            "finalSettlements",
            Damage.Nothing.class),
        Mutant.of(
            "a need's end is ignored", "runtime.PipelineEngine", "cutTries", Damage.Skip.class),
        Mutant.of(
            "a drain does not wait for tries",
            "runtime.EngineHost",
            "whenTriesOver",
            Damage.RunAtOnce.class),
        Mutant.of("a drain does not settle", "runtime.Settler", "drain", Damage.AllSettled.class),
        Mutant.of("a drain keeps what waits", "runtime.LaneRun", "stopIntake", Damage.Skip.class),
        Mutant.of(
            "the time to settle is too long", "runtime.Window", "commit", Damage.Longer.class),
        Mutant.of("the deadline is not armed", "runtime.DrainDriver", "arm", Damage.Skip.class),
        Mutant.of("a cut is not reported", "runtime.EngineHost", "leftBehind", Damage.Skip.class),
        Mutant.of(
            "what a stopped lane left is not reported",
            "runtime.LaneRun",
            "leftBehind",
            Damage.Skip.class));
  }
}
