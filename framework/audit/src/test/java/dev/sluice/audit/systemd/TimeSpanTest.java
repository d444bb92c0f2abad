package dev.sluice.audit.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Figure;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeSpanTest {
  private static final String INFINITY = new BigInteger("18446744073709551615").toString();
  private static final List<String> SPANS =
      List.of(
          ("0|1|5|90|007|+5|+ 5|-5|- 5|-0|5.|.5|+.5|0.|1.5|1.|5..|1.5.6|1.5 .6|1.5s.6|12.34.56|1e3"
                  + "|0x10|1_000|5s|5 s|5sec|5second|5seconds|5m|5min|5minute|5minutes|5M|5month"
                  + "|5months|5h|5hr|5hour|5hours|5d|5day|5days|5w|5week|5weeks|5y|5year|5years"
                  + "|5us|5usec|5ms|5msec|5\u00b5s|5\u03bcs|5S|5MIN|5H|1min 30s|1min30s|1m30|5 3"
                  + "|5min 20|2h 3.5min 1|1y 2M 3w 4d 5h 6m 7s 8ms 9us|1.5y|0.000001|0.0000001"
                  + "|0.1us|1.999999999999999999999|3fortnights|5 x|abc|s|s5|infinity| infinity "
                  + "|infinity5|infinity 5|Infinity|inf|5 infinity||   |\t5\t|5\n6|99999999999y"
                  + "|584542y|18446744073709|18446744073710|9223372036854775807us"
                  + "|9223372036854775808us|5,5|5;6|\"5\"|5s,|5s s|5 5 5|1d1d1d|5minmin|5mins|5 ms"
                  + "|5 m s|1.5min|2.5ms|.5h|.5.5|5hrs|1w2|'5'|5/2|90 seconds|1.5 min|5\u00a0s")
              .split("\\|", -1));

  @Test
  void readsWhatSystemdReads() throws Exception {
    assertAsSystemd(SPANS);
  }

  @Test
  void readsRandomSpansAsSystemdDoes() throws Exception {
    Random random = new Random(7);
    String[] parts = {
      "1", "25", "3", ".", "5", " ", "s", "min", "m", "M", "h", "ms", "y", "us", "0", "+", "d", "w"
    };
    List<String> spans = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      StringBuilder span = new StringBuilder();
      for (int k = random.nextInt(7) + 1; k > 0; k--) {
        span.append(parts[random.nextInt(parts.length)]);
      }
      spans.add(span.toString());
    }

    assertAsSystemd(spans);
  }

  @Test
  void infinityIsNoLimit() {
    assertThat(TimeSpan.parse("infinity")).contains(Figure.UNLIMITED);
    assertThat(TimeSpan.parse("5min 20s")).contains(Duration.ofSeconds(320));
  }

  private static void assertAsSystemd(List<String> spans) throws Exception {
    Map<String, Optional<String>> ours = new LinkedHashMap<>();
    spans.forEach(span -> ours.put(span, TimeSpan.parse(span).map(TimeSpanTest::micros)));

    assertThat(ours).isEqualTo(systemd(List.copyOf(ours.keySet())));
    assertThat(ours.values()).anyMatch(Optional::isPresent).anyMatch(Optional::isEmpty);
  }

  private static String micros(Duration span) {
    return span.equals(Figure.UNLIMITED)
        ? INFINITY
        : BigInteger.valueOf(span.toSeconds())
            .multiply(BigInteger.valueOf(1_000_000))
            .add(BigInteger.valueOf(span.toNanosPart() / 1_000))
            .toString();
  }

  private static Map<String, Optional<String>> systemd(List<String> spans) throws Exception {
    String script =
        "export LC_ALL=C; for span do printf '<'; systemd-analyze timespan -- \"$span\" 2>/dev/null"
            + " | sed -n 's/.*s: \\([0-9][0-9]*\\)$/\\1/p' | tr -d '\\n'; echo '>'; done";
    List<String> answers = Systemd.ask(script, spans);
    assertThat(answers).hasSameSizeAs(spans);
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    for (int i = 0; i < spans.size(); i++) {
      String value = answers.get(i).substring(1, answers.get(i).length() - 1);
      values.put(spans.get(i), Optional.of(value).filter(it -> !it.isEmpty()));
    }
    return values;
  }
}
