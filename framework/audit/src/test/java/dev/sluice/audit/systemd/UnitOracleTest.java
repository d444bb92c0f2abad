package dev.sluice.audit.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.SourceText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units, drop-ins and templates, understood as the installed systemd does. */
class UnitOracleTest {
  private static final String VERIFY =
      "export LC_ALL=C SYSTEMD_LOG_LEVEL=debug SYSTEMD_LOG_TARGET=console SYSTEMD_UNIT_PATH=\"$1\";"
          + " shift; systemd-analyze verify --man=no \"$@\" 2>&1 >\"$SYSTEMD_UNIT_PATH/dump\";"
          + " cat \"$SYSTEMD_UNIT_PATH/dump\"";

  private static final String[] LINES = {
    "TimeoutStopSec=30",
    "TimeoutStopSec=5min 20s",
    "TimeoutStopSec=0",
    "TimeoutStopSec=infinity",
    "TimeoutStopSec=",
    "TimeoutStopSec=abc",
    "TimeoutStopSec=-1",
    "  TimeoutStopSec =  1.5h  ",
    "TimeoutSec=77",
    "TimeoutSec=0",
    "TimeoutSec=x",
    "TimeoutStopSec=\\\n# between\n  11s",
    "KillMode=mixed",
    "KillMode=process",
    "KillMode=none",
    "KillMode=",
    "KillMode=Mixed",
    "KillSignal=SIGQUIT",
    "KillSignal=INT",
    "KillSignal=15",
    "KillSignal=37",
    "KillSignal=SIGRTMIN+3",
    "KillSignal=RTMIN",
    "KillSignal=99",
    "KillSignal=SIG15",
    "KillSignal=sigterm",
    "KillSignal=",
    "SendSIGKILL=no",
    "SendSIGKILL=Off",
    "SendSIGKILL=true",
    "SendSIGKILL=perhaps",
    "SendSIGKILL=",
    "ExecStop=/bin/true",
    "ExecStop=-/bin/true a ; /bin/true b",
    "ExecStop=/bin/true b \\; c",
    "ExecStop=",
    "Environment=A=b",
    "Environment=\"C=d e\" 'F=g h' I=j\\tx",
    "Environment=A=other K=",
    "Environment=",
    "TimeoutStopSecs=4",
    "timeoutstopsec=4",
    "X-Sluice=4",
    "Restart=always",
    "no assignment",
    "=value",
    "[service]\nTimeoutStopSec=3\n[Service]",
    "[X-Own]\nTimeoutStopSec=3\n[Service]",
    "[Unit]\nTimeoutStopSec=3\nAfter=db.service cache.service\n[Service]",
    "[Unit]\nBefore=web.service\nAfter=\n[Service]",
    "[Unit]\nAfter=db.service\n[Service]",
    "# TimeoutStopSec=1",
    "; TimeoutStopSec=1",
    "",
  };

  @TempDir private Path directory;

  @Test
  void readsTwoHundredRandomUnitsAsSystemdDoes() throws Exception {
    Random random = new Random(42);
    for (int i = 0; i < 200; i++) {
      StringBuilder unit = new StringBuilder("[Service]\nExecStart=/bin/sleep 100\n");
      for (int k = random.nextInt(7) + 1; k > 0; k--) {
        unit.append(LINES[random.nextInt(LINES.length)]).append('\n');
      }
      write("u" + i + ".service", unit.toString());
    }

    assertAsSystemd();
  }

  @Test
  void everyLineForItself() throws Exception {
    for (int i = 0; i < LINES.length; i++) {
      write("l" + i + ".service", "[Service]\nExecStart=/bin/sleep 100\n" + LINES[i] + "\n");
    }

    assertAsSystemd();
  }

  @Test
  void dropInsTemplatesAndInstances() throws Exception {
    String unit = "[Service]\nExecStart=/bin/sleep 100\nTimeoutStopSec=10\nExecStop=/bin/true\n";
    write("a.service", unit);
    write("a.service.d/20-later.conf", "[Service]\nTimeoutStopSec=20\n");
    write("a.service.d/10-earlier.conf", "[Service]\nTimeoutStopSec=15\nExecStop=\nExecStop=/x\n");
    write("b.service", unit);
    write("b.service.d/10.conf", "[Service]\nTimeoutStopSec=nonsense\nKillMode=mixed\n");
    write("b.service.d/not-read.txt", "[Service]\nTimeoutStopSec=1\n");
    write("service.d/15-all.conf", "[Service]\nKillSignal=SIGINT\nTimeoutStopSec=16\n");
    write("service.d/30-masked.conf", "[Service]\nTimeoutStopSec=31\n");
    write("a.service.d/30-masked.conf", "[Service]\nSendSIGKILL=no\n");
    write("b.service.d/99-broken.conf", "[Service]\nTimeoutStopSec=40\n[Unit\nKillMode=none\n");
    write("w@.service", unit);
    write("w@.service.d/10.conf", "[Service]\nTimeoutStopSec=50\nKillMode=process\n");
    write("w@.service.d/40.conf", "[Service]\nKillMode=mixed\n");
    write("w@1.service.d/40.conf", "[Service]\nTimeoutStopSec=51\n");
    write("w@2.service.d/20.conf", "[Service]\nTimeoutStopSec=52\n");
    write("my-big-job.service", unit);
    write("my-.service.d/50.conf", "[Service]\nTimeoutStopSec=60\n");
    write("my-big-.service.d/50.conf", "[Service]\nTimeoutStopSec=61\n");
    write("my-big-job.service.d/05.conf", "[Service]\nTimeoutStopSec=62\n");
    write(
        "start.service",
        "[Service]\nExecStart=/bin/sleep 1\nExecStart=\nExecStart=-/bin/sleep \"1 0\" b\"c\"");

    assertAsSystemd();
  }

  @Test
  void knowsTheKeysOfTheInstalledSystemd() throws Exception {
    List<String> items =
        Systemd.ask(
            "/lib/systemd/systemd --dump-configuration-items | sed -n"
                + " '/^.Service.$/,/^$/{/^.Service.$/d;s/=.*//;/./p}'",
            List.of());

    assertThat(items).hasSizeGreaterThan(200).contains("TimeoutStopSec");
    assertThat(ServiceKeys.KNOWN).containsAll(items.stream().map(String::strip).toList());
  }

  private void write(String name, String content) throws Exception {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void assertAsSystemd() throws Exception {
    List<SourceText> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        texts.add(SourceText.file(file.toString(), Files.readString(file)));
      }
    }
    List<Unit> units =
        Unit.read(texts).stream().filter(unit -> !unit.name().contains("@.")).toList();
    List<String> arguments = new ArrayList<>(List.of(directory.toString()));
    units.forEach(unit -> arguments.add(unit.name()));
    List<String> says = Systemd.ask(VERIFY, arguments);

    Map<String, UnitAnswer> ours =
        units.stream()
            .collect(Collectors.toMap(Unit::name, UnitAnswer::of, (a, b) -> a, TreeMap::new));
    Map<String, UnitAnswer> systemd = UnitAnswer.of(says, ours.keySet());
    assertThat(systemd.keySet()).isEqualTo(ours.keySet());
    assertThat(ours).allSatisfy((name, answer) -> assertThat(answer).isEqualTo(systemd.get(name)));
    Set<String> ignored = ignoredBySystemd(says);
    assertThat(ignoredByUs(units)).containsAll(ignored);
    assertThat(ignored).containsAll(ignoredByUs(units));
  }

  /** The places of keys and values that we say systemd ignores. */
  private static Set<String> ignoredByUs(List<Unit> units) {
    return units.stream()
        .flatMap(unit -> unit.remarks().stream())
        .filter(it -> it.message().contains("systemd ") && !it.message().contains("systemd sends"))
        .filter(it -> !it.message().contains("stops no process"))
        .map(it -> it.at().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> ignoredBySystemd(List<String> says) {
    return says.stream()
        .filter(line -> line.startsWith(directory + "/"))
        .filter(line -> line.contains("gnoring") || line.contains("Invalid section header"))
        .map(UnitOracleTest::place)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Of a section that it does not know systemd names the header, we the key behind it. */
  private static String place(String line) {
    String place = line.substring(0, line.indexOf(": "));
    if (!line.contains("Unknown section")) {
      return place;
    }
    int colon = place.lastIndexOf(':') + 1;
    return place.substring(0, colon) + (Integer.parseInt(place.substring(colon)) + 1);
  }
}
