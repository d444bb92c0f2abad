package dev.sluice.audit.model;

import dev.sluice.audit.text.Position;
import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A time as far as it is known.
 *
 * @param value empty when unknown; {@link #UNLIMITED} when nothing ends the wait
 * @param origin where it comes from
 */
public record Figure(Optional<Duration> value, Origin origin) {
  /** No limit at all, for example systemd's {@code infinity}. */
  public static final Duration UNLIMITED = Duration.ofDays(365_000);

  /** Needs both. */
  public Figure {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(origin, "origin");
  }

  /** A figure that stands in a file. */
  public static Figure written(Duration value, Position at) {
    return new Figure(Optional.of(value), new Origin.Written(at));
  }

  /** A figure that holds because none is set. */
  public static Figure defaulted(Duration value, String whose) {
    return new Figure(Optional.of(value), new Origin.Defaulted(whose));
  }

  /** A figure that can't be known from what was read. */
  public static Figure unknown(String whereToLook) {
    return new Figure(Optional.empty(), new Origin.Unknown(whereToLook));
  }

  /** True when nobody set it. */
  public boolean isDefault() {
    return origin instanceof Origin.Defaulted;
  }

  /** Where it is written, if it is. */
  public Optional<Position> at() {
    return origin instanceof Origin.Written written ? Optional.of(written.at()) : Optional.empty();
  }

  /** What a layer grants, in whole seconds: rounded down. */
  public Optional<Long> granted() {
    return value.map(Duration::toSeconds);
  }

  /** What somebody needs, in whole seconds: rounded up. */
  public Optional<Long> needed() {
    return value.map(Durations::ceilSeconds);
  }

  /** Seconds as sentences print them: {@code 300 s}, or {@code no limit} when nothing ends them. */
  public static String text(long seconds) {
    return seconds >= UNLIMITED.toSeconds() ? "no limit" : seconds + " s";
  }

  /** Seconds as sums print them: {@code 300}, or {@code no limit} when nothing ends them. */
  public static String number(long seconds) {
    return seconds >= UNLIMITED.toSeconds() ? "no limit" : Long.toString(seconds);
  }

  /** As tables print it: {@code 300 s}, {@code no limit}, {@code ?}. */
  public String text() {
    return value
        .map(
            time ->
                time.compareTo(UNLIMITED) >= 0
                    ? "no limit"
                    : time.toNanosPart() == 0 ? time.toSeconds() + " s" : Durations.print(time))
        .orElse("?");
  }
}
