package dev.sluice.cli;

import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's duration in the forms of {@code pipeline.yaml}; zero is refused. */
final class PositiveDuration implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return Durations.parsePositive("duration", text);
    } catch (InvalidDuration e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
