package dev.sluice.audit.quotes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeScannerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          90s                        | 90000
          90 s                       | 90000
          90\u00A0s                  | 90000
          90 sec                     | 90000
          90 secs.                   | 90000
          90 seconds                 | 90000
          a 90-second window         | 90000
          90 Seconds                 | 90000
          1.5 min                    | 90000
          1.5s                       | 1500
          2 minutes                  | 120000
          a 2-minute drain           | 120000
          1m30s                      | 90000
          1m 30s                     | 90000
          1min 30s                   | 90000
          1 minute 30 seconds        | 90000
          1 minute and 30 seconds    | 90000
          1h2m3s                     | 3723000
          1 h                        | 3600000
          1 hour                     | 3600000
          2 hrs                      | 7200000
          500ms                      | 500
          500 milliseconds           | 500
          1,800 s                    | 1800000
          1m30s500ms                 | 90500
          PT1M30S                    | 90000
          PT2M                       | 120000
          (90s)                      | 90000
          **90 s**                   | 90000
          `90s`,                     | 90000
          <90s                       | 90000
          ~90s                       | 90000
          --timeout=90s              | 90000
          timeout:90s                | 90000
          within 90 s/pod            | 90000
          """)
  void readsEachForm(String text, long millis) {
    assertThat(times(text)).containsExactly(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "180–400s",
        "180-400 seconds",
        "180 – 400 s",
        "180 to 400 seconds",
        "180s–400s",
        "180s-400s",
        "between 180 and 400 seconds",
        "180 s to 400 s",
        "from 3 min to 400 s",
        "180—400-second"
      })
  void readsBothEndsOfARange(String text) {
    assertThat(times("jobs of " + text + " here")).containsExactly(180_000L, 400_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "90",
        "port 8080",
        "v1.5m",
        "1.2.3s",
        "10.0.0.1",
        "64MiB",
        "500m",
        "250m cpu",
        "5 m",
        "90sx",
        "job-90s",
        "p90s",
        "x_90s",
        "2026-12-01T15:04:05",
        "10:30 s",
        "sha 1234567890s",
        "90 servers",
        "3-5 retries",
        "2 hosts",
        "90 stops",
        "5M",
        "90 S",
        "#90s",
        "$90s",
        "1,80 apples",
        "90 msx",
        "12 months",
        "30 days",
        "90%",
        "2m5x",
        "image:1.5m2"
      })
  void passesOverWhatIsNoTime(String text) {
    assertThat(times(text)).isEmpty();
  }

  @Test
  void findsSeveralInOneSentence() {
    assertThat(times("30 s, then 2m, 1h; retries 5 and 10 min."))
        .containsExactly(30_000L, 120_000L, 3_600_000L, 600_000L);
  }

  @Test
  void whatIsPrintedInAnyFormIsReadBack() {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      long minutes = 1 + random.nextInt(59);
      long seconds = 1 + random.nextInt(59);
      long millis = (minutes * 60 + seconds) * 1000;
      for (String form :
          List.of(
              minutes + "m" + seconds + "s",
              minutes + " minutes and " + seconds + " seconds",
              minutes + "min " + seconds + "s",
              "PT" + minutes + "M" + seconds + "S",
              millis / 1000 + " s",
              millis / 1000 + "-second",
              millis + "ms",
              millis + " milliseconds")) {
        assertThat(times("a drain of " + form + ", at most")).as(form).containsExactly(millis);
      }
    }
  }

  @Test
  void neitherThrowsNorLoopsOnAnyText() {
    Random random = new Random(11);
    String letters = "0123459.,-–:smhintecoPT $#/_\nabd ";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(24); length > 0; length--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      String line = text.toString();
      assertThat(times(line)).as(line).allSatisfy(millis -> assertThat(millis).isNotNegative());
    }
  }

  private static List<Long> times(String text) {
    List<Long> times = new ArrayList<>();
    TimeScanner.scan(text, 0, text.length(), (millis, start, end) -> times.add(millis));
    return times;
  }
}
