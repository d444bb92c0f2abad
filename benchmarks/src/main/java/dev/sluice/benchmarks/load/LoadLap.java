package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.LapOrder;
import dev.sluice.benchmarks.database.DatabaseAddress;
import java.util.Map;

/**
 * What a contestant is asked to do: to read a topic from its beginning to its end as a group that
 * is new, to insert what it reads into an empty table and to commit.
 *
 * @param bootstrapServers the broker
 * @param topic what is read
 * @param group nobody's before
 * @param database where the table is
 * @param records how many the topic has
 * @param chunk how many are inserted at once
 * @param transactional whether the position is written in one transaction with the rows
 */
record LoadLap(
    String bootstrapServers,
    String topic,
    String group,
    DatabaseAddress database,
    int records,
    int chunk,
    boolean transactional)
    implements LapOrder {

  /** The same settings for everybody's consumer; all else is the client's default. */
  Map<String, String> properties() {
    return Map.of(
        "max.poll.records",
        Integer.toString(chunk),
        "fetch.max.wait.ms",
        "200",
        "partition.assignment.strategy",
        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
  }
}
