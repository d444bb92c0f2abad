package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApplicationTimersTest {
  private static final String SIDEKIQ =
      """
      2026-12-01T10:00:00.000Z pid=1 tid=a INFO: Shutting down
      2026-12-01T10:00:25.500Z pid=1 tid=a WARN: Terminating 2 busy threads
      2026-12-01T10:00:25.600Z pid=1 tid=a INFO: Pushed 2 jobs back to Redis
      2026-12-01T10:00:25.700Z pid=1 tid=a INFO: Bye!
      """;
  private static final String GUNICORN =
      """
      [2026-12-01 10:00:00 +0000] [1] [INFO] Handling signal: term
      [2026-12-01 10:00:30 +0000] [1] [CRITICAL] WORKER TIMEOUT (pid:7)
      [2026-12-01 10:00:30 +0000] [1] [INFO] Shutting down: Master
      """;
  private static final String SPRING =
      """
      2026-12-01T10:00:00.000Z  INFO 1 --- [ionShutdownHook] o.s.b.w.e.tomcat.GracefulShutdown : \
      Commencing graceful shutdown. Waiting for active requests to complete
      2026-12-01T10:00:30.001Z  INFO 1 --- [tomcat-shutdown] o.s.b.w.e.tomcat.GracefulShutdown : \
      Graceful shutdown aborted with one or more requests still active
      2026-12-01T10:00:30.002Z  INFO 1 --- [ionShutdownHook] o.s.c.support.DefaultLifecycleProcessor : \
      Shutdown phase 2147482623 ends with 1 bean still running after timeout of 30000ms
      """;

  private static void isTimer(Verdict verdict, String text) {
    assertThat(verdict.layer()).isEqualTo(Layer.APPLICATION_TIMER);
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.text()).isEqualTo(text);
    assertThat(verdict.evidence().get(0).at()).isPresent();
  }

  @Test
  void aFrameworkThatCutItsOwnWorkIsNamed() {
    isTimer(
        Found.file("log", SIDEKIQ).exit(0).verdict(),
        "Sidekiq's own timer (timeout, sidekiq -t) ended busy jobs 25.5 s after the stop began");
    isTimer(
        Found.file("log", GUNICORN).exit(0).verdict(),
        "gunicorn's own timer (timeout) ended a worker 30.0 s after the stop began");
    isTimer(
        Found.file("log", SPRING).exit(143).verdict(),
        "Spring's own timer (spring.lifecycle.timeout-per-shutdown-phase) gave up waiting 30.0 s"
            + " after the stop began");
    isTimer(
        Found.file("log", SIDEKIQ).verdict(),
        "Sidekiq's own timer (timeout, sidekiq -t) ended busy jobs 25.5 s after the stop began");
  }

  @Test
  void aWorkerThatTimedOutBeforeAnyStopIsNoEnd() {
    String earlier = "[2026-12-01 09:00:30 +0000] [1] [CRITICAL] WORKER TIMEOUT (pid:7)\n";
    assertThat(Found.file("log", earlier).exit(0).verdict().layer()).isEqualTo(Layer.NOTHING);
  }

  @Test
  void aNewStopForgetsTheTimerOfTheOneBefore() {
    String again = "2026-12-01T11:00:00.000Z pid=1 tid=a INFO: Shutting down\n";
    assertThat(Found.file("log", SIDEKIQ + again).exit(0).verdict().layer())
        .isEqualTo(Layer.NOTHING);
  }

  @Test
  void aKillAfterItIsAnotherLayer() {
    Verdict killed = Found.file("log", SIDEKIQ).exit(137).verdict();
    assertThat(killed.layer()).isEqualTo(Layer.UNKNOWN);
    assertThat(killed.notes()).anyMatch(note -> note.startsWith("Before that, Sidekiq's"));
  }

  @Test
  void aSignalsExitCodeNeverProvesThatNobodyHandledIt() {
    Verdict verdict = Found.nothing().exit(143).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.notes()).anyMatch(note -> note.contains("A JVM ends with 143 after"));
  }
}
