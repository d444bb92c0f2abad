package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.LapOrder;
import java.util.Map;

/**
 * What a contestant is asked to do: to read a topic from its beginning to its end as a group that
 * is new, do the work and commit.
 *
 * @param bootstrapServers the broker
 * @param topic what is read
 * @param group nobody's before
 * @param records how many the topic has
 * @param work what is done with a record
 * @param spin how much a record keeps the processor busy, as {@link Spin} counts
 * @param waitMillis how long a record waits
 * @param inFlight how many records wait at once
 * @param pollRecords the most records of a poll
 */
record KafkaLap(
    String bootstrapServers,
    String topic,
    String group,
    int records,
    Work work,
    long spin,
    int waitMillis,
    int inFlight,
    int pollRecords)
    implements LapOrder {

  /** What is done with a record. */
  enum Work {
    /** It is looked at. */
    LOOK,
    /** It is read as JSON and keeps the processor busy. */
    COMPUTE,
    /** It waits for a timer, as for an answer of another service. */
    WAIT
  }

  /** The same settings for everybody's consumer; all else is the client's default. */
  Map<String, String> properties() {
    return Map.of(
        "max.poll.records",
        Integer.toString(pollRecords),
        "fetch.max.wait.ms",
        "200",
        "partition.assignment.strategy",
        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
  }
}
