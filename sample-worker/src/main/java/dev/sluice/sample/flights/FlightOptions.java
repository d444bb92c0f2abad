package dev.sluice.sample.flights;

import dev.sluice.chain.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of the sample beside those of every worker. */
public class FlightOptions {

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
      description = "Writes a row into the table invocation for each record of each call.")
  private boolean logInvocations;

  /** For picocli. */
  public FlightOptions() {}

  /** How long each record takes beyond its real work. */
  public Duration workPerRecord() {
    return workPerRecord;
  }

  /** Whether each call of the handler leaves a row per record. */
  public boolean logInvocations() {
    return logInvocations;
  }
}
