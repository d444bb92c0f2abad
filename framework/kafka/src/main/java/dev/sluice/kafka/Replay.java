package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads letters from where the last replay has ended to the end of the log as it is now, writes
 * each back, and commits its own position only behind what is confirmed. Killed at any instant, it
 * repeats at most one poll. Blocks; belongs to one thread.
 */
final class Replay {
  private static final Duration POLL = Duration.ofMillis(500);

  private final Consumer<byte[], byte[]> letters;
  private final Producer<byte[], byte[]> producer;
  private final ReplayDestination destination;
  private final String pipeline;
  private final ReplayTally tally;
  private final Clock clock;
  private final Duration within;
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Set<TopicPartition> halted = new HashSet<>();

  /**
   * @param letters assigned to nothing yet; its group keeps the positions
   * @param producer waits for all replicas
   * @param destination where letters go
   * @param pipeline whose letters are replayed
   * @param tally is told what happens
   * @param within how long the cluster may be silent
   */
  Replay(
      Consumer<byte[], byte[]> letters,
      Producer<byte[], byte[]> producer,
      ReplayDestination destination,
      String pipeline,
      ReplayTally tally,
      Clock clock,
      Duration within) {
    this.letters = letters;
    this.producer = producer;
    this.destination = destination;
    this.pipeline = pipeline;
    this.tally = tally;
    this.clock = clock;
    this.within = within;
  }

  /**
   * Replays.
   *
   * @param partitions of the dead-letter topic
   * @param most letters
   * @throws InvalidSetup when the cluster is silent, or the positions are not of this topic
   * @throws org.apache.kafka.common.KafkaException when it refuses
   */
  void run(List<TopicPartition> partitions, long most) {
    begin(partitions);
    long left = most;
    long progressNanos = clock.nanos();
    long before = behind();
    while (before > 0 && left > 0) {
      left -= replay(letters.poll(POLL), left);
      long now = behind();
      if (now < before) {
        progressNanos = clock.nanos();
      } else if (clock.since(progressNanos).compareTo(within) > 0) {
        throw new InvalidSetup(
            "no letter has arrived for "
                + within.toSeconds()
                + " s, though "
                + now
                + " positions are left\nFix: check that every broker of the dead-letter topic runs"
                + " and that the credentials may READ it");
      }
      before = now;
    }
    tally.left(before);
  }

  private void begin(List<TopicPartition> partitions) {
    letters.assign(partitions);
    ends.putAll(letters.endOffsets(partitions, within));
    Map<TopicPartition, Long> begins = letters.beginningOffsets(partitions, within);
    Map<TopicPartition, OffsetAndMetadata> committed =
        letters.committed(Set.copyOf(partitions), within);
    for (TopicPartition each : partitions) {
      OffsetAndMetadata at = committed.get(each);
      if (at != null && at.offset() > ends.get(each)) {
        throw new InvalidSetup(
            "the last replay has ended at "
                + at.offset()
                + " in "
                + each
                + ", which ends at "
                + ends.get(each)
                + ": it was made anew since then; nothing was replayed\nFix: delete the group '"
                + letters.groupMetadata().groupId()
                + "', so that a replay begins at the oldest letter");
      }
      // What retention has taken can't be replayed by anybody.
      letters.seek(each, Math.max(begins.get(each), at == null ? 0 : at.offset()));
    }
  }

  /** How many positions are before the ends; partitions that are done with are paused. */
  private long behind() {
    long behind = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      long left = end.getValue() - letters.position(end.getKey(), within);
      if (left <= 0 || halted.contains(end.getKey())) {
        letters.pause(Set.of(end.getKey()));
      } else {
        behind += left;
      }
    }
    return behind;
  }

  /** Answers how many letters it has written. */
  private int replay(ConsumerRecords<byte[], byte[]> polled, long most) {
    ReplayBatch batch = new ReplayBatch(producer, tally);
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(polled.records(partition));
      records.removeIf(record -> record.offset() >= ends.get(partition));
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (batch.size() == most) {
          // Not written: it comes again, in this run's count of what is left too.
          letters.seek(partition, record.offset());
          break;
        }
        if (!take(partition, record, batch)) {
          break;
        }
      }
    }
    Map<TopicPartition, OffsetAndMetadata> confirmed = batch.confirmed(halted);
    letters.commitSync(confirmed, within);
    batch.tell();
    return batch.size();
  }

  private boolean take(
      TopicPartition partition, ConsumerRecord<byte[], byte[]> record, ReplayBatch batch) {
    Letter.Reading reading = Letter.read(record);
    if (reading.letter().isEmpty()) {
      tally.unreadable(partition, record.offset(), reading.trouble());
      batch.pass(partition, record.offset());
      return true;
    }
    Letter letter = reading.letter().get();
    if (!letter.pipeline().equals(pipeline)) {
      tally.ofAnother();
      batch.pass(partition, record.offset());
      return true;
    }
    String topic = destination.topic(letter);
    if (!destination.exists(topic)) {
      halted.add(partition);
      tally.stopped(
          partition,
          record.offset(),
          "comes from the topic '"
              + topic
              + "', which does not exist; create it or use --to-topic");
      return false;
    }
    batch.send(partition, record.offset(), letter.original(topic));
    return true;
  }
}
