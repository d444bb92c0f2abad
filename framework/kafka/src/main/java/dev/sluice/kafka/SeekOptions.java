package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code seek}; set by picocli. */
final class SeekOptions {
  @ArgGroup(multiplicity = "1")
  private Where where = new Where();

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Move positions of this topic only. Default: all topics of the pipeline.")
  private String topic;

  @Option(
      names = "--partition",
      paramLabel = "N",
      split = ",",
      description = "Move the position of this partition only; may be given several times.")
  private List<Integer> partitions = new ArrayList<>();

  @Option(names = "--dry-run", description = "Print what would be moved, and move nothing.")
  private boolean dryRun;

  SeekOptions() {}

  /** Exactly one of these. */
  private static final class Where {
    @Option(
        names = "--to-time",
        paramLabel = "TIME",
        converter = Time.class,
        description =
            "To the first record that is not older: 2026-01-31T23:59:59Z or with another zone,"
                + " 2026-01-31T23:59:59+02:00. To the end where all are older.")
    private Instant time;

    @Option(
        names = "--to-offset",
        paramLabel = "OFFSET",
        description = "To this offset, which must be in the log of each partition.")
    private Long offset;

    @Option(names = "--to-earliest", description = "To the oldest record.")
    private boolean earliest;

    @Option(names = "--to-latest", description = "Behind the newest record.")
    private boolean latest;
  }

  /** Reads an instant; never guesses a zone. */
  static final class Time implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String value) {
      try {
        Instant instant = ZonedDateTime.parse(value).toInstant();
        // The brokers count milliseconds; a time that they can't count is none.
        long unused = instant.toEpochMilli();
        return instant;
      } catch (DateTimeException | ArithmeticException e) {
        throw new TypeConversionException(
            "'"
                + value
                + "' is not a time with its zone, such as 2026-01-31T23:59:59Z or"
                + " 2026-01-31T23:59:59+02:00");
      }
    }
  }

  SeekTarget target() {
    if (where.time != null) {
      return new SeekTarget.Time(where.time);
    }
    if (where.offset != null) {
      return new SeekTarget.Offset(where.offset);
    }
    if (where.earliest) {
      return new SeekTarget.Earliest();
    }
    if (where.latest) {
      return new SeekTarget.Latest();
    }
    throw new IllegalStateException("one of the group is required");
  }

  boolean dryRun() {
    return dryRun;
  }

  /**
   * Of all partitions those that are meant.
   *
   * @throws InvalidSetup when one that is named does not exist
   */
  List<TopicPartition> chosen(List<TopicPartition> all) {
    List<String> topics = all.stream().map(TopicPartition::topic).distinct().toList();
    if (topic != null && !topics.contains(topic)) {
      throw new InvalidSetup(
          "--topic "
              + topic
              + " is none of the pipeline's, which reads "
              + String.join(", ", topics)
              + "\nFix: name one of these");
    }
    if (!partitions.isEmpty() && topic == null && topics.size() > 1) {
      throw new InvalidSetup(
          "--partition does not say of which topic, and the pipeline reads "
              + String.join(", ", topics)
              + "\nFix: add --topic");
    }
    List<TopicPartition> ofTopic =
        all.stream().filter(each -> topic == null || each.topic().equals(topic)).toList();
    if (partitions.isEmpty()) {
      return ofTopic;
    }
    partitions.forEach(number -> refuseUnknown(number, ofTopic));
    return ofTopic.stream().filter(each -> partitions.contains(each.partition())).toList();
  }

  private static void refuseUnknown(int number, List<TopicPartition> ofTopic) {
    Optional<TopicPartition> there =
        ofTopic.stream().filter(each -> each.partition() == number).findFirst();
    if (there.isEmpty()) {
      throw new InvalidSetup(
          "--partition "
              + number
              + ": the topic "
              + ofTopic.get(0).topic()
              + " has the partitions 0 to "
              + (ofTopic.size() - 1)
              + "\nFix: name one of these");
    }
  }
}
