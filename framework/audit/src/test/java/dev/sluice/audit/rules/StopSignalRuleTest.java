package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.audit.Audits;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.timers.AppTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StopSignalRuleTest {
  private static final AppTimer DRAINS_ON_QUIT =
      new AppTimer("server", Figure.unknown("its manual"), false, Optional.of("QUIT"));

  private static AuditedProgram draining(AuditedProgram it) {
    return new AuditedProgram(
        it.place(),
        it.launch(),
        it.stopwait(),
        it.signal(),
        it.children(),
        List.of(DRAINS_ON_QUIT),
        it.queues(),
        it.need(),
        it.window(),
        it.links(),
        it.atMost());
  }

  private static AuditedContainer draining(AuditedContainer it) {
    return new AuditedContainer(
        it.place(),
        it.container(),
        it.start(),
        it.launch(),
        it.supervision(),
        it.stopSignal(),
        it.grace(),
        it.preStop(),
        it.variables(),
        it.groups().stream()
            .map(group -> group.stream().map(StopSignalRuleTest::draining).toList())
            .toList(),
        it.stop(),
        it.remarks(),
        it.unseen());
  }

  /** What the rule says when every program drains on QUIT. */
  private static List<AuditFinding> findings(Audits audits) {
    Estate estate = audits.estate();
    List<Subject> subjects =
        estate.subjects().stream()
            .map(
                it ->
                    new Subject(
                        it.place(),
                        it.workload(),
                        it.containers().stream().map(StopSignalRuleTest::draining).toList()))
            .toList();
    List<AuditFinding> found = new ArrayList<>();
    new StopSignalRule()
        .check(
            new Estate(subjects, estate.manifests(), estate.nodeCap(), estate.texts()), found::add);
    return found;
  }

  private static Audits pod(String command, String more) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              os: {name: linux}
              containers:
                - name: main
                  image: shop/web
                  command: %s
            """
                    .formatted(command)
                + more);
  }

  @Test
  void termEndsAProgramThatDrainsOnQuit() {
    List<AuditFinding> findings =
        findings(pod("[server]", "").image("shop/web", "FROM debian:12\nCMD x\n"));

    assertThat(findings)
        .extracting(AuditFinding::check)
        .containsExactly(Check.STOP_SIGNAL_MISMATCH);
    assertThat(findings.get(0).message())
        .isEqualTo("server drains on QUIT, but gets TERM (Dockerfile:1) and ends its work at once");
    assertThat(findings.get(0).kills()).isTrue();
    assertThat(findings.get(0).changes())
        .extracting(Change::text)
        .anyMatch(text -> text.contains("STOPSIGNAL SIGQUIT") && text.contains("1.33"));
  }

  @Test
  void theSignalThatIsAssignedOrMadeOnTheWayCounts() {
    assertThat(findings(pod("[server]", "      lifecycle: {stopSignal: SIGQUIT}\n"))).isEmpty();
    assertThat(findings(pod("[dumb-init, --rewrite, '15:3', server]", ""))).isEmpty();
    assertThat(
            findings(
                pod(
                    "[dumb-init, --rewrite, '15:2', server]",
                    "      lifecycle: {stopSignal: SIGTERM}\n")))
        .extracting(AuditFinding::message)
        .containsExactly(
            "server drains on QUIT, but gets INT (made of TERM on the way) and ends its work at"
                + " once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "FROM nginx:1.27", "FROM shop/base:1", "FROM debian\nSTOPSIGNAL $S"})
  void anImageThatMayNameTheSignalItselfIsNotTakenAsTerm(String dockerfile) {
    Audits audits = pod("[server]", "");
    List<AuditFinding> findings =
        findings(dockerfile.isEmpty() ? audits : audits.image("shop/web", dockerfile + "\n"));

    assertThat(findings)
        .extracting(AuditFinding::check, AuditFinding::level, AuditFinding::kills)
        .containsExactly(tuple(Check.UNKNOWN, Level.NOTE, false));
    assertThat(findings.get(0).message()).contains("server gets is unknown: it drains on QUIT");
    assertThat(findings.get(0).changes())
        .extracting(Change::text)
        .anyMatch(text -> text.contains("docker image inspect") && text.contains("shop/web"));
  }

  @ParameterizedTest
  @CsvSource({
    "debian:12, TERM",
    "node:20-alpine, TERM",
    "scratch, TERM",
    "php:8.3-cli, TERM",
    "php:8.3-fpm, ",
    "php:8.3-apache, ",
    "httpd:2.4-alpine, ",
    "postgres:16, ",
    "registry.access.redhat.com/ubi9/ubi:9.4, TERM",
    "registry.access.redhat.com/ubi9/ubi-init, "
  })
  void onlySystemsAndLanguagesAreKnownToSetNone(String base, String signal) {
    assertThat(
            Image.read(SourceText.file("Dockerfile", "FROM " + base + "\n"))
                .stopSignal()
                .map(Word::text))
        .isEqualTo(Optional.ofNullable(signal));
  }

  @ParameterizedTest
  @CsvSource({"HUP, restarts them", "SIGUSR2, opens its logs anew", "USR1, does not stop them"})
  void supervisordStopsOnThreeSignalsOnly(String signal, String does) {
    List<AuditFinding> findings = supervisor(signal);

    assertThat(findings)
        .extracting(AuditFinding::check, AuditFinding::kills)
        .containsExactly(tuple(Check.STOP_SIGNAL_MISMATCH, true));
    assertThat(findings.get(0).message()).contains("Dockerfile:2").contains(does);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "SIGINT", "3"})
  void supervisordStopsOnThese(String signal) {
    assertThat(supervisor(signal)).isEmpty();
  }

  private static List<AuditFinding> supervisor(String signal) {
    return pod("[supervisord, -n]", "")
        .image("shop/web", "FROM debian:12\nSTOPSIGNAL " + signal + "\n")
        .supervisord("[supervisord]\n[program:web]\nstopwaitsecs=20\ncommand=python w.py\n")
        .findings(Check.STOP_SIGNAL_MISMATCH);
  }

  @Test
  void supervisordsStopsignalIsTheWayOutThere() {
    String section = "[supervisord]\n[program:web]\nstopwaitsecs=60\ncommand=server\n";

    assertThat(findings(new Audits().supervisord(section)))
        .flatExtracting(AuditFinding::changes)
        .extracting(Change::text)
        .containsExactly("set stopsignal=QUIT in its section");
    assertThat(findings(new Audits().supervisord(section + "stopsignal=QUIT\n"))).isEmpty();
  }

  @Test
  void aProgramThatNeverHearsOfTheStopIsAnotherFinding() {
    assertThat(findings(pod("[dash, -c, server]", ""))).isEmpty();
  }
}
