package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatchers;

/** The bugs that the simulation must find. */
final class Bugs {
  private Bugs() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of("tries start during a drain", "runtime.LaneRun", "mayStart", Damage.True.class),
        Mutant.of("failed tries of a drain wait", "runtime.LaneRun", "ending", Damage.False.class),
        Mutant.of("a lane runs two tries at once", "runtime.LaneTries", "busy", Damage.False.class),
        Mutant.of("there is always a place for a try", "runtime.Places", "take", Damage.True.class),
        Mutant.of(
            "a lane that is back ignores its old handler",
            "runtime.Predecessors",
            "blocks",
            Damage.False.class),
        Mutant.of(
            "one record more is settled", "progress.LaneLedger", "watermark", Damage.OneMore.class),
        Mutant.of(
            "one record more is counted", "progress.LaneLedger", "settled", Damage.OneMore.class),
        Mutant.of(
            "a failed settle is not repeated",
            "progress.LaneLedger",
            "settleFailed",
            Damage.Skip.class),
        Mutant.of(
            "nothing is settled on a revoke",
            "progress.LaneLedger",
            "takeFinalSettlement",
            Damage.NoSettlement.class),
        Mutant.of("a lost lane is kept", "runtime.PipelineEngine", "remove", Damage.Skip.class),
        Mutant.of(
            "the need's end is ignored", "runtime.PipelineEngine", "cutTries", Damage.Skip.class),
        Mutant.of(
            "a drain does not wait for tries",
            "runtime.PipelineEngine",
            "whenTriesOver",
            Damage.RunAtOnce.class),
        Mutant.of("a drain does not settle", "runtime.Settler", "drain", Damage.AllSettled.class),
        Mutant.of(
            "the time to settle is too long", "runtime.Window", "commit", Damage.Longer.class),
        Mutant.of("a drain leaves retries alone", "runtime.LaneRun", "drain", Damage.Skip.class),
        Mutant.of(
            "STOPPED counts as DONE",
            "runtime.TryLauncher",
            ElementMatchers.<MethodDescription>named("endOf")
                .and(ElementMatchers.takesArgument(0, Outcome.class)),
            Damage.Done.class),
        Mutant.of("a try that is over counts", "runtime.TryProgress", "alive", Damage.True.class),
        Mutant.of(
            "a try that is over checkpoints",
            "runtime.TryProgress",
            "requireAlive",
            Damage.Skip.class),
        Mutant.of("the limit is ignored", "runtime.LaneTries", "limitReached", Damage.Skip.class),
        Mutant.of("the revoke's time is ignored", "runtime.Revoke", "cut", Damage.Skip.class),
        Mutant.of("a hand-back is forgotten", "runtime.Tally", "handBack", Damage.Skip.class),
        Mutant.of("a failure counts twice", "runtime.Work", "failures", Damage.OneMoreInt.class),
        Mutant.of("what is put back is lost", "runtime.LaneBuffer", "unread", Damage.Skip.class),
        Mutant.of("the deadline is not armed", "runtime.DrainDriver", "arm", Damage.Skip.class),
        Mutant.of(
            "the report hides what was cut",
            "runtime.PipelineEngine",
            "leftBehind",
            Damage.Skip.class));
  }
}
