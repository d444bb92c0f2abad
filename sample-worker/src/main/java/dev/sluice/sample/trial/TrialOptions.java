package dev.sluice.sample.trial;

import dev.sluice.chain.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * What slows the sample's handlers down and writes down their calls, so that stops can be tried.
 */
public final class TrialOptions {

  /** Reads durations in the forms of {@code pipeline.yaml}. */
  static final class DurationOption implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse("--work-per-record", text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Option(
      names = "--work-per-record",
      paramLabel = "DURATION",
      defaultValue = "0s",
      converter = DurationOption.class,
      description = "Makes each record take that long, so that stops can be tried at leisure.")
  private Duration workPerRecord = Duration.ZERO;

  @Option(
      names = "--log-invocations",
      description =
          "Writes a row for each record of each call, into the table invocation or airport_attempt.")
  private boolean logInvocations;

  /** For picocli. */
  public TrialOptions() {}

  /** How long each record takes beyond its real work. */
  public Duration workPerRecord() {
    return workPerRecord;
  }

  /** Whether each call of the handler leaves a row per record. */
  public boolean logInvocations() {
    return logInvocations;
  }
}
