package dev.sluice.audit.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitTest {
  private static final String SERVICE = "[Service]\nExecStart=/usr/bin/worker --fast\n";

  @Test
  void nobodySetATimeOut() {
    Unit unit = only("worker.service", SERVICE);

    assertThat(unit.stopTimeout().value()).contains(Duration.ofSeconds(90));
    assertThat(unit.stopTimeout().origin())
        .isEqualTo(new Origin.Defaulted("systemd's, if no system.conf sets DefaultTimeoutStopSec"));
    assertThat(unit.remarks()).isEmpty();
    assertThat(unit.command()).hasToString("[/usr/bin/worker, --fast]");
  }

  @Test
  void theManagersDefaultHoldsAndItsDropInsCountInTheOrderOfNames() {
    Unit unit =
        only(
            "worker.service",
            SERVICE,
            "etc/systemd/system.conf",
            "[Manager]\nDefaultTimeoutStopSec=20\n",
            "etc/systemd/system.conf.d/20-b.conf",
            "[Manager]\nDefaultTimeoutStopSec=5min\n",
            "etc/systemd/system.conf.d/10-a.conf",
            "[Manager]\nDefaultTimeoutStopSec=7\n");

    assertThat(unit.stopTimeout().value()).contains(Duration.ofMinutes(5));
    assertThat(unit.stopTimeout().origin().text())
        .isEqualTo("etc/systemd/system.conf.d/20-b.conf:2");
  }

  @Test
  void aBadValueOfTheManagerIsARemark() {
    Unit unit =
        only("w.service", SERVICE, "system.conf", "[Manager]\nDefaultTimeoutStopSec=1.2.3\n");

    assertThat(unit.stopTimeout().value()).contains(Duration.ofSeconds(90));
    assertThat(unit.stopTimeout().isDefault()).isTrue();
    assertThat(unit.remarks()).extracting(Remark::check).containsExactly(Check.INVALID_VALUE);
    assertThat(unit.remarks().get(0).message())
        .isEqualTo(
            "systemd ignores DefaultTimeoutStopSec=1.2.3; what was set before, or the default,"
                + " holds");
  }

  @Test
  void aBadValueKeepsTheEarlierOne() {
    Unit unit = only("w.service", SERVICE + "TimeoutStopSec=300\nTimeoutStopSec=abc\n");

    assertThat(unit.stopTimeout().origin().text()).isEqualTo("w.service:3");
    Remark remark = unit.remarks().get(0);
    assertThat(remark.at()).hasToString("w.service:4");
    assertThat(remark.program()).contains("w.service");
    assertThat(remark.message()).startsWith("systemd ignores TimeoutStopSec=abc of w.service;");
  }

  @Test
  void aMistypedKeyNamesTheRightOne() {
    Unit unit =
        only("w.service", "[Unit]\nTimeoutStopSec=5\n" + SERVICE + "TimeoutStopSecs=300\nX-My=1\n");

    assertThat(unit.remarks()).extracting(Remark::check).containsOnly(Check.UNKNOWN_KEY);
    assertThat(unit.remarks())
        .extracting(it -> it.message() + ": " + it.changes().get(0).text())
        .containsExactly(
            "systemd ignores TimeoutStopSec in [Unit] of w.service: move it into [Service]",
            "systemd does not know TimeoutStopSecs= in [Service] of w.service: did you mean"
                + " TimeoutStopSec=300?");
  }

  @Test
  void aDropInWithoutItsUnitLeavesTheRestUnknown() {
    Unit without = only("worker.service.d/10.conf", "[Service]\nKillMode=mixed\n");
    Unit with = only("worker.service.d/10.conf", "[Service]\nTimeoutStopSec=5min\n");

    assertThat(without.name()).isEqualTo("worker.service");
    assertThat(without.stopTimeout())
        .isEqualTo(Figure.unknown("the file worker.service was not read"));
    assertThat(with.stopTimeout().value()).contains(Duration.ofMinutes(5));
  }

  @Test
  void aFileThatSystemdRefusesIsUnknown() {
    Unit unit = only("w.service", SERVICE + "TimeoutStopSec=300\n[Unit\n");

    assertThat(unit.stopTimeout().value()).isEmpty();
    assertThat(unit.remarks().get(0).message())
        .isEqualTo("systemd refuses the file: '[Unit' is no section header");
  }

  @Test
  void theFileOfEtcCountsBeforeThatOfTheVendor() {
    Unit unit =
        only(
            "/usr/lib/systemd/system/w.service",
            SERVICE + "TimeoutStopSec=1\n",
            "/etc/systemd/system/w.service",
            SERVICE + "TimeoutStopSec=2\n",
            "/usr/lib/systemd/system/w.service.d/10.conf",
            "[Service]\nTimeoutStopSec=3\n",
            "/etc/systemd/system/w.service.d/10.conf",
            "[Service]\nKillMode=mixed\n");

    assertThat(unit.stopTimeout().value()).contains(Duration.ofSeconds(2));
    assertThat(unit.killMode()).isEqualTo("mixed");
  }

  @Test
  void killSettingsAreRemarksWithFigures() {
    assertThat(killRemarks("TimeoutStopSec=30\nExecStop=/a\nExecStop=/b ; /c\n"))
        .containsExactly(
            "w.service: 3 ExecStop= commands, and the time-out of 30 s holds for each of them and"
                + " again for the stop: 120 s in all");
    assertThat(killRemarks("SendSIGKILL=no\nKillMode=process\n"))
        .containsExactly(
            "w.service: no SIGKILL follows after 90 s: a process that does not end stays beside"
                + " the next start",
            "w.service: KillMode=process: only the main process is stopped, its children stay");
    assertThat(killRemarks("KillMode=none\nKillSignal=9\n")).hasSize(2);
    assertThat(killRemarks("FinalKillSignal=SIGQUIT\nRestartKillSignal=INT\n")).hasSize(2);
    assertThat(killRemarks("RuntimeMaxSec=1h\nTimeoutStopFailureMode=abort\n")).hasSize(2);
    assertThat(killRemarks("KillMode=mixed\nExecStop=/a\nSendSIGKILL=yes\nKillSignal=QUIT\n"))
        .isEmpty();
    assertThat(killRemarks("ExecStop=/a\nExecStop=/b\nExecStop=\nRuntimeMaxSec=infinity\n"))
        .isEmpty();
  }

  @Test
  void anEnvironmentFileIsUnknown() {
    Unit unit = only("w.service", SERVICE + "EnvironmentFile=-/etc/default/w\n");

    assertThat(unit.remarks()).extracting(Remark::check).containsExactly(Check.UNKNOWN);
  }

  @Test
  void hostileTextEndsQuickly() {
    String text = SERVICE + "Environment=" + "\\\n".repeat(200_000) + "[".repeat(200_000);

    assertThat(only("w.service", text).stopTimeout().isDefault()).isTrue();
  }

  private static List<String> killRemarks(String settings) {
    return only("w.service", SERVICE + settings).remarks().stream()
        .filter(it -> it.check() == Check.UNIT_KILL_SETTINGS)
        .map(Remark::message)
        .toList();
  }

  private static Unit only(String... namesAndTexts) {
    List<SourceText> texts = new ArrayList<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      texts.add(SourceText.file(namesAndTexts[i], namesAndTexts[i + 1]));
    }
    List<Unit> units = Unit.read(texts);
    assertThat(units).hasSize(1);
    return units.get(0);
  }
}
