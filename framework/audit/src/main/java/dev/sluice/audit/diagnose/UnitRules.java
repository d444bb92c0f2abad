package dev.sluice.audit.diagnose;

import static dev.sluice.audit.diagnose.Reading.certain;
import static dev.sluice.audit.diagnose.Reading.likely;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What systemd's journal says of a unit. */
final class UnitRules {
  static final List<Reading.Rule> ALL = List.of(UnitRules::timedOut, UnitRules::result);

  private UnitRules() {}

  private static Optional<Reading> timedOut(Case of) {
    return of.unit
        .filter(unit -> unit.timedOut().isPresent())
        .map(
            unit -> {
              List<Evidence> evidence = new ArrayList<>();
              unit.asked().ifPresent(evidence::add);
              unit.timedOut().ifPresent(evidence::add);
              unit.main().ifPresent(evidence::add);
              return certain(Layer.SYSTEMD, "systemd's TimeoutStopSec" + figure(unit), evidence);
            });
  }

  private static String figure(UnitLog.Unit unit) {
    return unit.lasted()
        .map(
            lasted ->
                Math.abs(lasted.most().toMillis() - 90_000) <= 1_500
                    ? " of 90 s (default, likely not set)"
                    : " of about " + Math.round(lasted.most().toMillis() / 1000.0) + " s")
        .orElse("");
  }

  /** The result is the same for a start that took too long. */
  private static Optional<Reading> result(Case of) {
    return of.unit
        .flatMap(UnitLog.Unit::timeoutResult)
        .map(
            evidence ->
                likely(
                    Layer.SYSTEMD,
                    "systemd's TimeoutStopSec (or that of the start)",
                    List.of(evidence)));
  }
}
