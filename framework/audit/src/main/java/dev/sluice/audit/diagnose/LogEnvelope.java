package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Position;
import java.util.Optional;

/**
 * Takes off what a container runtime or a viewer puts around a line: Docker's JSON, the CRI format
 * of the kubelet, {@code kubectl logs --timestamps} and {@code --prefix}, {@code docker compose}.
 * Long lines that the CRI format splits are put together again, up to a bound. One instance per
 * file.
 */
final class LogEnvelope {
  private static final int LONGEST = 1 << 20;
  private static final int PREFIX = 300;

  private final StringBuilder partial = new StringBuilder();

  /** The line inside; empty while a split line is not complete. */
  Optional<Line> open(Position at, String raw) {
    String text = unprefixed(raw);
    if (text.startsWith("{")) {
      return Optional.of(json(at, text));
    }
    Optional<Moment.Leading> time = Moment.leading(text);
    if (time.isEmpty() || time.get().moment().clock() != Moment.Clock.ZONED) {
      return Optional.of(new Line(at, Optional.empty(), text));
    }
    String rest = text.substring(time.get().end()).stripLeading();
    Optional<Moment> stamp = Optional.of(time.get().moment());
    if (rest.startsWith("stdout ") || rest.startsWith("stderr ")) {
      return cri(at, stamp, rest.substring("stdout ".length()));
    }
    return Optional.of(new Line(at, stamp, rest));
  }

  private Optional<Line> cri(Position at, Optional<Moment> stamp, String tagged) {
    if (tagged.startsWith("P ")) {
      if (partial.length() + tagged.length() <= LONGEST) {
        partial.append(tagged, 2, tagged.length());
      }
      return Optional.empty();
    }
    String end = tagged.startsWith("F ") ? tagged.substring(2) : tagged;
    String whole = partial.length() == 0 ? end : partial + end;
    partial.setLength(0);
    return Optional.of(new Line(at, stamp, whole));
  }

  private static Line json(Position at, String text) {
    Optional<JsonLine> json = JsonLine.read(text);
    Optional<String> inner = json.flatMap(line -> line.text("log").or(() -> line.text("MESSAGE")));
    if (inner.isEmpty()) {
      return new Line(at, Optional.empty(), text);
    }
    Optional<Moment> stamp =
        json.flatMap(line -> line.text("time"))
            .flatMap(Moment::of)
            .or(() -> json.flatMap(LogEnvelope::journalTime));
    String unit =
        json.flatMap(line -> line.text("UNIT").or(() -> line.text("_SYSTEMD_UNIT"))).orElse("");
    String message = inner.get().stripTrailing();
    boolean named = unit.isEmpty() || message.startsWith(unit + ": ");
    return new Line(at, stamp, named ? message : unit + ": " + message);
  }

  /** What {@code journalctl -o json} writes: microseconds since 1970. */
  private static Optional<Moment> journalTime(JsonLine line) {
    var micros = line.number("__REALTIME_TIMESTAMP");
    return micros.isPresent()
        ? Optional.of(new Moment(micros.getAsLong() / 1000, Moment.Clock.ZONED))
        : Optional.empty();
  }

  private static String unprefixed(String raw) {
    if (raw.startsWith("[pod/")) {
      int end = raw.indexOf("] ");
      return end > 0 && end < PREFIX ? raw.substring(end + 2) : raw;
    }
    int bar = raw.indexOf(" | ");
    boolean composed = bar > 0 && bar < PREFIX && raw.substring(0, bar).strip().indexOf(' ') < 0;
    return composed ? raw.substring(bar + 3) : raw;
  }
}
