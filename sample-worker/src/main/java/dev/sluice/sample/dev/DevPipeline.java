package dev.sluice.sample.dev;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The pipelines that can be tried, each a file in the jar. */
enum DevPipeline {
  FLIGHTS("flights", true),
  FLIGHTS_TRANSACTIONAL("flights-transactional", true),
  AIRPORT_IMPORT("airport-import", false);

  private final String title;
  private final boolean kafka;

  DevPipeline(String title, boolean kafka) {
    this.title = title;
    this.kafka = kafka;
  }

  /** Its name and, without the ending, its file's. */
  String title() {
    return title;
  }

  /** Whether its records come from Kafka; otherwise they are jobs in Postgres. */
  boolean kafka() {
    return kafka;
  }

  /** Reads the option. */
  static final class Option implements ITypeConverter<DevPipeline> {
    @Override
    public DevPipeline convert(String text) {
      return Arrays.stream(values())
          .filter(pipeline -> pipeline.title().equals(text))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of " + titles()));
    }

    private static String titles() {
      return Arrays.stream(values()).map(DevPipeline::title).collect(Collectors.joining(", "));
    }
  }
}
