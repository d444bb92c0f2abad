package dev.sluice.audit.rules;

import static dev.sluice.audit.rules.Reported.by;
import static dev.sluice.audit.rules.Reported.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.Check;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Waits one inside the other: preStop, timers, defaults, supervisors, nodes. */
class WaitRulesTest {
  private static final String NO_GRACE =
      deployment("[worker]").replace("      terminationGracePeriodSeconds: 100\n", "");

  private static Audits hooked(String hook) {
    return new Audits().manifest(deployment("[worker]", "lifecycle: {preStop: " + hook + "}"));
  }

  private static Audits sleeping(int seconds) {
    return hooked("{sleep: {seconds: " + seconds + "}}");
  }

  private static Audits supervised(String programs) {
    return new Audits()
        .manifest(deployment("[supervisord, -n]"))
        .supervisord("[supervisord]\n" + programs);
  }

  private static String program(String name, String wait) {
    return "[program:" + name + "]\ncommand=/opt/" + name + "\n" + wait + "\n";
  }

  @Test
  void aHookThatTakesWhatTheWorkNeedsIsTheCause() {
    assertThat(by(Check.PRE_STOP_EATS_WINDOW, sleeping(41).task("export", 60)))
        .containsExactly(
            "ERROR kills manifest.yaml:13 preStop takes 41 s of the grace period of 100 s: it leaves"
                + " 59 s, the work needs 60 s");
    assertThat(by(Check.PRE_STOP_EATS_WINDOW, sleeping(40).task("export", 60))).isEmpty();
    // Without the hook the work would not fit either.
    assertThat(by(Check.PRE_STOP_EATS_WINDOW, sleeping(41).task("export", 101))).isEmpty();
  }

  @Test
  void aHookOfUnknownLengthIsNotGuessed() {
    Audits unknown = hooked("{httpGet: {path: /x, port: 80}}").task("export", 60);

    assertThat(by(Check.PRE_STOP_EATS_WINDOW, unknown)).isEmpty();
    assertThat(by(Check.UNKNOWN, unknown))
        .containsExactly("NOTE manifest.yaml:11 how long the preStop hook takes is unknown");
  }

  @Test
  void anApplicationThatEndsItsWorkFirstKills() {
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '59']").task("export", 60)))
        .containsExactly(
            "ERROR kills manifest.yaml:12 sidekiq timeout is 59 s (manifest.yaml:12), the work needs"
                + " 60 s");
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '60']").task("export", 60)))
        .isEmpty();
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '59']"))).isEmpty();
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq]").task("export", 60)))
        .containsExactly(
            "ERROR kills manifest.yaml:11 sidekiq timeout is 25 s (default, not set (sidekiq's, if"
                + " config/sidekiq.yml sets no timeout)), the work needs 60 s");
  }

  @Test
  void aTimerIsNotTheCauseWhereALayerAroundItIsShorterStill() {
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '110']").task("export", 120)))
        .containsExactly(
            "ERROR manifest.yaml:12 sidekiq timeout is 110 s (manifest.yaml:12), the work needs"
                + " 120 s");
  }

  @Test
  void aTimerThatTheLayersCutShortIsAWarning() {
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '101']")))
        .containsExactly(
            "WARNING manifest.yaml:12 sidekiq timeout is 101 s (manifest.yaml:12), but the layers"
                + " around it leave 100 s");
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, '100']"))).isEmpty();
    assertThat(by(Check.APPLICATION_TIMER, timer("[celery, worker, --time-limit=300]")))
        .containsExactly(
            "WARNING manifest.yaml:12 celery --time-limit (of a task, not of a stop) is 300 s"
                + " (manifest.yaml:12), but the layers around it leave 100 s");
  }

  @Test
  void aTimerWithoutALimitOrAFigureIsNoGap() {
    assertThat(by(Check.APPLICATION_TIMER, timer("[nginx]").task("export", 60))).isEmpty();
    assertThat(by(Check.APPLICATION_TIMER, timer("[sidekiq, -t, $(T)]").task("export", 60)))
        .isEmpty();
  }

  private static Audits timer(String command) {
    return new Audits().manifest(deployment(command));
  }

  @Test
  void aGracePeriodThatNobodySetIsNamedWithItsDefault() {
    String message =
        "terminationGracePeriodSeconds is not set: 30 s, default, not set (Kubernetes' default)";

    assertThat(by(Check.DEFAULT_IN_FORCE, new Audits().manifest(NO_GRACE)))
        .containsExactly("WARNING manifest.yaml:9 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, new Audits().manifest(NO_GRACE).task("export", 31)))
        .containsExactly("WARNING kills manifest.yaml:9 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, new Audits().manifest(NO_GRACE).task("export", 30)))
        .containsExactly("NOTE manifest.yaml:9 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, new Audits().manifest(deployment("[worker]")))).isEmpty();
  }

  @Test
  void aSupervisorsWaitThatNobodySetIsNamedWithItsDefault() {
    String message = "stopwaitsecs is not set: 10 s, default, not set (supervisord's default)";

    assertThat(by(Check.DEFAULT_IN_FORCE, supervised(program("a", "")).task("export", 11)))
        .containsExactly("WARNING kills supervisord.conf:2 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, supervised(program("a", "")).task("export", 10)))
        .containsExactly("NOTE supervisord.conf:2 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, supervised(program("a", ""))))
        .containsExactly("WARNING supervisord.conf:2 " + message);
    assertThat(by(Check.DEFAULT_IN_FORCE, supervised(program("a", "stopwaitsecs=10")))).isEmpty();
  }

  @Test
  void aSupervisorNeedsTwoSecondsOfTheGracePeriodItself() {
    assertThat(by(Check.SUPERVISOR_NOT_BELOW_GRACE, supervised(program("a", "stopwaitsecs=98"))))
        .isEmpty();
    Audits tight = supervised(program("a", "stopwaitsecs=99"));
    assertThat(by(Check.SUPERVISOR_NOT_BELOW_GRACE, tight))
        .containsExactly(
            "WARNING manifest.yaml:9 0 preStop + 99 waits + 2 for supervisord = 101 >"
                + " terminationGracePeriodSeconds 100 s (manifest.yaml:9)");
    assertThat(tight.findings(Check.SUPERVISOR_NOT_BELOW_GRACE).get(0).changes())
        .extracting(it -> it.text())
        .containsExactly(
            "give the pod 101 s or more (terminationGracePeriodSeconds, and the node)",
            "lower stopwaitsecs to 98 or less");
  }

  @Test
  void groupsOneAfterTheOtherAddUp() {
    String first = program("a", "stopwaitsecs=40");
    assertThat(by(Check.SUM_BEYOND_POD, supervised(first + program("b", "stopwaitsecs=57"))))
        .isEmpty();
    String over = first + program("b", "stopwaitsecs=58");
    String message =
        " manifest.yaml:9 0 preStop + 58 + 40 waits + 3 for supervisord = 101 >"
            + " terminationGracePeriodSeconds 100 s (manifest.yaml:9)";
    assertThat(by(Check.SUM_BEYOND_POD, supervised(over))).containsExactly("ERROR" + message);
    assertThat(by(Check.SUM_BEYOND_POD, supervised(over).task("export", 40)))
        .containsExactly("WARNING" + message);
    assertThat(by(Check.SUM_BEYOND_POD, supervised(over).task("export", 50)))
        .containsExactly("ERROR" + message);
    // The node is the smaller layer then, and is named.
    assertThat(by(Check.SUM_BEYOND_POD, supervised(over).nodeCap(OptionalLong.of(99))))
        .singleElement()
        .asString()
        .endsWith("= 101 > node cap 99 s (--node-limit)");
  }

  @Test
  void aNodeThatWaitsLessThanThePod() {
    String message =
        "manifest.yaml:9 terminationGracePeriodSeconds 100 > node cap 99 s (--node-limit)";
    assertThat(by(Check.NODE_CAP_EXCEEDED, node(99))).containsExactly("WARNING " + message);
    assertThat(by(Check.NODE_CAP_EXCEEDED, node(99).task("export", 99)))
        .containsExactly("WARNING " + message);
    assertThat(by(Check.NODE_CAP_EXCEEDED, node(99).task("export", 100)))
        .containsExactly("ERROR kills " + message);
    assertThat(by(Check.NODE_CAP_EXCEEDED, node(100).task("export", 101))).isEmpty();
    assertThat(by(Check.NODE_CAP_EXCEEDED, new Audits().manifest(deployment("[worker]"))))
        .isEmpty();
  }

  @Test
  void aNodeIsNotTheCauseWhereTheSupervisorIsShorter() {
    assertThat(
            by(
                Check.NODE_CAP_EXCEEDED,
                supervised(program("a", "stopwaitsecs=20"))
                    .nodeCap(OptionalLong.of(90))
                    .task("export", 95)))
        .containsExactly(
            "ERROR manifest.yaml:9 terminationGracePeriodSeconds 100 > node cap 90 s (--node-limit)");
  }

  private static Audits node(long seconds) {
    return new Audits().manifest(deployment("[worker]")).nodeCap(OptionalLong.of(seconds));
  }

  @Test
  void whatNobodyDeclaredIsAskedFor() {
    Audits undeclared = supervised(program("a", "stopwaitsecs=20"));
    assertThat(by(Check.UNKNOWN, undeclared))
        .contains(
            "NOTE manifest.yaml:11 how long its work takes is unknown: no window can be judged");
    assertThat(
            undeclared.findings(Check.UNKNOWN).stream()
                .flatMap(it -> it.changes().stream())
                .map(it -> it.text()))
        .contains(
            "declare it: --task NAME=DURATION, --task NAME@a=DURATION, or --limits pipeline.yaml");
    assertThat(by(Check.UNKNOWN, new Audits().manifest(deployment("[worker]")).task("export", 5)))
        .isEqualTo(List.of());
  }
}
