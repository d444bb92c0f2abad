package dev.sluice.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Divides a commit into requests that a broker takes: it writes all of one request into its offsets
 * topic as one batch, which may not be larger than {@code message.max.bytes}, about 1 MB by
 * default.
 */
final class Requests {
  private static final int MOST_BYTES = 400_000;
  private static final long BYTES_A_PARTITION = 150L;

  private Requests() {}

  /** The requests, in any order; none for no entries. */
  static List<Map<TopicPartition, OffsetAndMetadata>> of(Collection<Kept.Entry> entries) {
    List<Map<TopicPartition, OffsetAndMetadata>> requests = new ArrayList<>(1);
    Map<TopicPartition, OffsetAndMetadata> request = null;
    long bytes = 0;
    for (Kept.Entry entry : entries) {
      OffsetAndMetadata wire = entry.wire();
      long more = BYTES_A_PARTITION + entry.partition().topic().length() + wire.metadata().length();
      if (request == null || bytes + more > MOST_BYTES) {
        request = new HashMap<>();
        requests.add(request);
        bytes = 0;
      }
      request.put(entry.partition(), wire);
      bytes += more;
    }
    return requests;
  }
}
