package dev.sluice.audit.timers;

import dev.sluice.audit.model.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Workers of Laravel: TERM lets the running job end; a time-out bounds each job, at any time. */
final class PhpTimers implements Family {

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    boolean artisan =
        line.name().equals("artisan")
            || (line.name().startsWith("php")
                && (line.has("artisan") || line.hasEnding("/artisan")));
    if (!artisan) {
      return List.of();
    }
    if (line.has("queue:work") || line.has("queue:listen")) {
      Figure figure =
          line.option("--timeout")
              .map(word -> Settings.figure(word, Duration.ofSeconds(1)))
              .orElseGet(
                  () ->
                      Figure.defaulted(
                          Duration.ofSeconds(60), "Laravel's, if the job's class sets none"));
      boolean none = figure.value().filter(Duration::isZero).isPresent();
      return none ? List.of() : List.of(ofAJob("laravel --timeout", figure));
    }
    return line.has("horizon")
        ? List.of(
            ofAJob(
                "horizon timeout",
                Figure.unknown("timeout of the supervisors in config/horizon.php")))
        : List.of();
  }

  private static AppTimer ofAJob(String name, Figure figure) {
    return new AppTimer(name + " (of a job, not of a stop)", figure, false, Optional.empty());
  }
}
