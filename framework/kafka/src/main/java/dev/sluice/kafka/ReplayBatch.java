package dev.sluice.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** The letters of one poll: written together, then waited for. Belongs to one thread. */
final class ReplayBatch {
  private final Producer<byte[], byte[]> producer;
  private final ReplayTally tally;
  private final List<Sent> sent = new ArrayList<>();
  private final List<String> confirmedIn = new ArrayList<>();
  private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();

  private record Sent(
      TopicPartition partition, long offset, String topic, Future<RecordMetadata> answer) {}

  ReplayBatch(Producer<byte[], byte[]> producer, ReplayTally tally) {
    this.producer = producer;
    this.tally = tally;
  }

  /** Begins to write a letter. */
  void send(TopicPartition partition, long offset, ProducerRecord<byte[], byte[]> original) {
    sent.add(new Sent(partition, offset, original.topic(), producer.send(original)));
    pass(partition, offset);
  }

  /** Leaves a record behind. */
  void pass(TopicPartition partition, long offset) {
    next.put(partition, new OffsetAndMetadata(offset + 1));
  }

  /** How many letters are written. */
  int size() {
    return sent.size();
  }

  /**
   * Waits until every letter is confirmed or has failed; as long as the producer's own time-outs
   * last.
   *
   * @param halted is given the partitions in which one has failed
   * @return the positions behind what is confirmed; where a letter has failed, its own
   */
  Map<TopicPartition, OffsetAndMetadata> confirmed(Set<TopicPartition> halted) {
    producer.flush();
    for (Sent each : sent) {
      if (halted.contains(each.partition())) {
        continue;
      }
      try {
        RecordMetadata unused = each.answer().get();
        confirmedIn.add(each.topic());
      } catch (ExecutionException e) {
        halted.add(each.partition());
        next.put(each.partition(), new OffsetAndMetadata(each.offset()));
        tally.stopped(each.partition(), each.offset(), explained(each, e.getCause()));
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
    return next;
  }

  private static String explained(Sent sent, Throwable cause) {
    String fix =
        cause instanceof RecordTooLargeException ? "; raise max.message.bytes of that topic" : "";
    return "was not taken by the topic '" + sent.topic() + "': " + cause.getMessage() + fix;
  }

  /** Counts what is confirmed, once the positions behind it are committed. */
  void tell() {
    confirmedIn.forEach(tally::replayed);
  }
}
