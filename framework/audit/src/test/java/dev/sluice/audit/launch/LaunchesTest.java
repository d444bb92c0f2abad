package dev.sluice.audit.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchesTest {
  private static List<Word> words(String... texts) {
    return Arrays.stream(texts).map(text -> new Word(text, new Position("f.yaml", 7, 1))).toList();
  }

  private static Launch exec(Map<String, String> files, String... texts) {
    return Launches.follow(
        new StartLine(words(texts), StartLine.Form.EXEC),
        Stopped.PROCESS_ONE,
        ShellKind.DASH,
        path -> Optional.ofNullable(files.get(path)).map(text -> SourceText.file(path, text)));
  }

  private static Launch line(String text) {
    return exec(Map.of(), "sh", "-c", text);
  }

  private static String program(Launch launch) {
    return String.join(" ", launch.program().stream().map(Word::text).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gosu app python w.py | python w.py",
        "su-exec app:app nice -n 5 python w.py | python w.py",
        "env -u A B=c python w.py | python w.py",
        "setpriv --reuid 1000 --clear-groups python w.py | python w.py",
        "chroot --userspec=1 /root python w.py | python w.py",
        "tini -g -- dumb-init -v python -m app | python -m app",
        "timeout -k 5 1h celery -A app worker | celery -A app worker",
        "poetry run celery worker | celery worker",
        "bundle exec sidekiq -t 25 | sidekiq -t 25",
        "/usr/bin/java -jar app.jar | /usr/bin/java -jar app.jar"
      })
  void findsTheProgramBehindWhatPutsItInItsPlace(String command, String program) {
    Launch launch = exec(Map.of(), command.split(" ", -1));

    assertThat(program(launch)).isEqualTo(program);
    assertThat(launch.path()).isEqualTo(SignalPath.REACHES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm start",
        "yarn run worker",
        "npx tsx w.ts",
        "sudo -u app python w.py",
        "su app -c python",
        "/init",
        "/entrypoint.sh worker",
        "docker-entrypoint.sh x",
        "sh start",
        "$COMMAND x",
        "env",
        "tini --",
        "sh",
        "bash -i",
        "setsid python w.py",
        "poetry install"
      })
  void saysWhatItCanNotTell(String command) {
    Launch launch = exec(Map.of(), command.split(" ", -1));

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.cause()).isEqualTo(Launch.Cause.UNREAD);
    assertThat(launch.note()).isNotBlank();
  }

  @Test
  void takesTheRightWayThroughAnEntrypoint() {
    String script =
        """
        #!/bin/sh
        set -e
        export MODE=fast
        # the first argument decides
        case "$1" in
          web) exec gunicorn app:app ;;
          worker)
            shift
            celery -A app worker "$@"
            ;;
          *) exec "$@" ;;
        esac
        """;

    Launch worker = exec(Map.of("/e.sh", script), "/e.sh", "worker", "-c", "4");
    Launch web = exec(Map.of("/e.sh", script), "/e.sh", "web");
    Launch other = exec(Map.of("/e.sh", script), "tini", "--", "/e.sh", "python", "w.py");

    assertThat(worker.path()).isEqualTo(SignalPath.KEPT_BY_SHELL);
    assertThat(worker.cause()).isEqualTo(Launch.Cause.SCRIPT);
    assertThat(program(worker)).isEqualTo("celery -A app worker -c 4");
    assertThat(worker.at()).isEqualTo(new Position("/e.sh", 9, 1));
    assertThat(worker.variables()).extracting(EnvVariable::name).containsExactly("MODE");
    assertThat(web.path()).isEqualTo(SignalPath.REACHES);
    assertThat(program(other)).isEqualTo("python w.py");
    assertThat(other.path()).isEqualTo(SignalPath.REACHES);
  }

  @Test
  void aConditionThatCanNotBeToldIsNotGuessed() {
    Launch launch = line("if [ -f /debug ]; then python w.py; else exec python w.py; fi");

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.note()).contains("a condition decides").contains("f.yaml:7");
  }

  @Test
  void anUnknownShellIsJudgedByWhatAllShellsDo() {
    StartLine simple = new StartLine(words("python w.py"), StartLine.Form.SHELL);
    StartLine piped = new StartLine(words("python w.py | tee log"), StartLine.Form.SHELL);

    assertThat(
            Launches.follow(simple, Stopped.PROCESS_ONE, ShellKind.UNKNOWN, Scripts.none()).path())
        .isEqualTo(SignalPath.UNKNOWN);
    assertThat(
            Launches.follow(piped, Stopped.PROCESS_ONE, ShellKind.UNKNOWN, Scripts.none()).path())
        .isEqualTo(SignalPath.KEPT_BY_SHELL);
  }

  @Test
  void aTrapCountsForTheSignalThatIsSent() {
    StartLine line =
        new StartLine(
            words("trap 'kill $p; wait' QUIT; python w.py & p=$!; wait"), StartLine.Form.SHELL);

    assertThat(Launches.follow(line, Stopped.PROCESS_ONE, ShellKind.DASH, Scripts.none()).path())
        .isEqualTo(SignalPath.KEPT_BY_SHELL);
    Launch quit =
        Launches.follow(line, Stopped.PROCESS_ONE, "SIGQUIT", ShellKind.DASH, Scripts.none());
    assertThat(quit.path()).isEqualTo(SignalPath.REACHES);
    assertThat(quit.signal()).contains("TERM");
  }

  @Test
  void quotesHereDocumentsAndVariablesAreReadAsAShellReadsThem() {
    Launch launch =
        line(
            """
            cat <<'END' >conf
            exec not this "
            END
            NAME='a b' OPTS="-x -y"
            OPTS="-x -y"
            exec prog $OPTS "one two" it\\'s "$UNKNOWN" --t=${T:-3} # that's all
            """);

    assertThat(launch.program())
        .extracting(Word::text)
        .containsExactly("prog", "-x", "-y", "one two", "it's", "$UNKNOWN", "--t=${T:-3}");
  }

  @Test
  void aScriptWithWindowsLineEndsCanNotBeStarted() {
    Launch launch = exec(Map.of("/s.sh", "#!/bin/sh\r\nexec prog\r\n"), "/s.sh");

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.note()).contains("Windows line ends");
  }

  @Test
  void anotherInterpretersScriptIsTheProgram() {
    Launch launch = exec(Map.of("/w.sh", "#!/usr/bin/env python3\nprint()\n"), "/w.sh", "a");

    assertThat(program(launch)).isEqualTo("python3 /w.sh a");
    assertThat(launch.path()).isEqualTo(SignalPath.REACHES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec 'a", "if true", "a | ", "( a", "\"$(a\"", "a; }", "coproc a", "${"})
  void whatIsNotUnderstoodIsSaid(String text) {
    Launch launch = line(text);

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.note()).contains("not understood");
  }

  @Test
  void hostileTextsEnd() {
    Map<String, String> cycle =
        Map.of(
            "/a.sh",
            "#!/bin/sh\nexec /b.sh \"$@\" x\n",
            "/b.sh",
            "#!/bin/sh\nexec /a.sh \"$@\" y\n");
    StringBuilder functions = new StringBuilder("f0() { prog; }\n");
    for (int i = 1; i < 60; i++) {
      functions.append("f%d() { f%d; f%d; }\n".formatted(i, i - 1, i - 1));
    }
    List<String> texts =
        List.of(
            "(".repeat(100_000),
            "$(".repeat(100_000),
            "\"${".repeat(100_000),
            "f() { f; }; f",
            "f() f() ".repeat(10_000),
            functions + "f59",
            "a;".repeat(100_000),
            "A=$A$A$A".concat(";A=\"x$A$A\"".repeat(5_000)) + "; exec $A",
            "case x in ".repeat(5_000),
            "! ".repeat(100_000) + "a",
            "<<E\n".repeat(20_000));

    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          assertThat(exec(cycle, "/a.sh").path()).isEqualTo(SignalPath.UNKNOWN);
          texts.forEach(text -> assertThat(line(text).path()).isNotNull());
        });
  }
}
