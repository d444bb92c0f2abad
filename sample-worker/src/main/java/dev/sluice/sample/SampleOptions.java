package dev.sluice.sample;

import dev.sluice.sample.trial.TrialOptions;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the sample beside those of every worker. */
public class SampleOptions {
  @Mixin private TrialOptions trial = new TrialOptions();

  @Option(
      names = "--airports-dir",
      paramLabel = "DIR",
      description = "Where the files are that jobs of airport-import name.")
  private Path airportsDir;

  /** For picocli. */
  public SampleOptions() {}

  /** What slows handlers down and logs their calls. */
  public final TrialOptions trial() {
    return trial;
  }

  /** The directory that jobs name files of; where the worker was started unless it is given. */
  public final Path airportsDir() {
    return airportsDir == null ? usualAirportsDir() : airportsDir;
  }

  /** The directory when none is given. */
  protected Path usualAirportsDir() {
    return Path.of("");
  }
}
