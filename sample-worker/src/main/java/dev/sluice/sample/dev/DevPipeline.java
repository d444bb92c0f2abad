package dev.sluice.sample.dev;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The pipelines that can be tried, each a file in the jar. */
enum DevPipeline {
  FLIGHTS("flights", DevBroker.KAFKA),
  FLIGHTS_TRANSACTIONAL("flights-transactional", DevBroker.KAFKA),
  FLIGHTS_RABBITMQ("flights-rabbitmq", DevBroker.RABBITMQ),
  AIRPORT_IMPORT("airport-import", DevBroker.JOBS);

  private final String title;
  private final DevBroker broker;

  DevPipeline(String title, DevBroker broker) {
    this.title = title;
    this.broker = broker;
  }

  /** Its name and, without the ending, its file's. */
  String title() {
    return title;
  }

  /** Where its records come from. */
  DevBroker broker() {
    return broker;
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
