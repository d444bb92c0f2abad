package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.SourceRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which records handlers have processed, and how often. */
final class Processed {

  private record Key(String lane, long position) {}

  private final Map<Key, Integer> times = new ConcurrentHashMap<>();

  /** The first records of a chunk are processed. */
  void add(Chunk<String> chunk, int records) {
    for (int i = 0; i < records; i++) {
      SourceRecord<String> done = chunk.get(i);
      times.merge(new Key(done.lane(), done.position()), 1, Integer::sum);
    }
  }

  boolean contains(String lane, long position) {
    return times.containsKey(new Key(lane, position));
  }

  /** How many records of a chunk are processed, counted from its start. */
  int prefix(Chunk<String> chunk) {
    int records = 0;
    while (records < chunk.size() && contains(chunk.lane(), chunk.get(records).position())) {
      records++;
    }
    return records;
  }
}
