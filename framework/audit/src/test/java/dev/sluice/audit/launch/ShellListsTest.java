package dev.sluice.audit.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which command of several is the program. */
class ShellListsTest {
  private static Launch exec(String... texts) {
    List<Word> words =
        Arrays.stream(texts).map(text -> new Word(text, new Position("f.yaml", 7, 1))).toList();
    return Launches.follow(
        new StartLine(words, StartLine.Form.EXEC),
        Stopped.PROCESS_ONE,
        ShellKind.BASH,
        Scripts.none());
  }

  private static Launch line(String text) {
    return exec("bash", "-c", text);
  }

  private static String program(Launch launch) {
    return String.join(" ", launch.program().stream().map(Word::text).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nginx -g 'daemon off;'; exec sleep infinity | nginx -g daemon off;",
        "celery -A x worker; exec echo done | celery -A x worker",
        "gunicorn app:app & nginx -g 'daemon off;'; exec x | nginx -g daemon off;",
        "supervisord -n -c /etc/s.conf; exec x | supervisord -n -c /etc/s.conf",
        "bundle exec sidekiq -t 25; exec x | sidekiq -t 25"
      })
  void aProgramThatStaysInTheForegroundIsTheProgram(String text, String program) {
    Launch launch = line(text);

    assertThat(program(launch)).isEqualTo(program);
    assertThat(launch.path()).isEqualTo(SignalPath.KEPT_BY_SHELL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nginx; exec prog",
        "celery multi start w; exec prog",
        "gunicorn -D app:app; exec prog",
        "supervisord; exec prog",
        "mkdir -p /x && sleep 3 && exec prog",
        "python manage.py migrate && exec prog",
        "python setup.py && exec prog",
        "python -c 'print(1)'; exec prog",
        "until python ask_db.py; do sleep 1; done; exec prog",
        "if python ask_db.py; then echo x; fi; exec prog",
        "python other.py & exec prog",
        "./whatever && exec prog"
      })
  void setUpIsNotTheProgram(String text) {
    Launch launch = line(text);

    assertThat(program(launch)).isEqualTo("prog");
    assertThat(launch.path()).isEqualTo(SignalPath.REACHES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"python export.py && python report.py", "python export.py; exec python report.py"})
  void anEarlierCommandThatMayBeTheWorkIsSaidToBeUnknown(String text) {
    Launch launch = line(text);

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(program(launch)).isEqualTo("python report.py");
    assertThat(launch.note()).contains("while python export.py runs, bash stands in front of it");
  }

  @Test
  void aLoopIsToldApart() {
    Launch launch = line("while true; do python worker.py; sleep 5; done");

    assertThat(launch.path()).isEqualTo(SignalPath.KEPT_BY_SHELL);
    assertThat(launch.cause()).isEqualTo(Launch.Cause.LOOP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./gradlew run",
        "doppler run -- python w.py",
        "dotenv run python w.py",
        "docker run x",
        "honcho start",
        "foreman start",
        "pm2-runtime app.js"
      })
  void aProgramThatStartsAnotherIsUnknown(String command) {
    Launch launch = exec(command.split(" ", -1));

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.cause()).isEqualTo(Launch.Cause.UNREAD);
  }

  @Test
  void oneWordWithBlanksCanNotBeStarted() {
    Launch launch = exec("python w.py");

    assertThat(launch.path()).isEqualTo(SignalPath.UNKNOWN);
    assertThat(launch.note()).contains("'python w.py' is one word").contains("can't be started");
  }
}
