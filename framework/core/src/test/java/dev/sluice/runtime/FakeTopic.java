package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a broker keeps of one lane: records, the committed position, and who owns it. Guarded by the
 * {@link FakeSource} that has it.
 */
final class FakeTopic {

  private record Entry(long position, String value) {}

  private final String name;
  private final NavigableMap<Long, String> entries = new TreeMap<>();
  private long end;
  private long committed;
  private long cursor;
  private long generation;
  private boolean owned;
  private boolean paused;

  FakeTopic(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void append(String value) {
    entries.put(end++, value);
  }

  /** Leaves positions out, as compaction and transaction markers do. */
  void gap(int positions) {
    end += positions;
  }

  long end() {
    return end;
  }

  long committed() {
    return committed;
  }

  void commit(long position) {
    committed = Math.max(committed, position);
  }

  boolean owned(long candidate) {
    return owned && generation == candidate;
  }

  boolean isOwned() {
    return owned;
  }

  long generation() {
    return generation;
  }

  /** A new owner reads from what is committed. */
  long assign() {
    generation++;
    owned = true;
    paused = false;
    cursor = committed;
    return generation;
  }

  void unassign() {
    owned = false;
  }

  boolean paused() {
    return paused;
  }

  void paused(boolean now) {
    paused = now;
  }

  int unread() {
    return entries.tailMap(cursor).size();
  }

  /** The positions of records in a stretch. */
  List<Long> positions(long from, long next) {
    return List.copyOf(entries.subMap(from, Math.max(from, next)).keySet());
  }

  String value(long position) {
    return entries.get(position);
  }

  /** The next records, at most so many; empty at the end. */
  Optional<Batch> poll(int max) {
    List<Entry> read = new ArrayList<>();
    entries.tailMap(cursor).entrySet().stream()
        .limit(max)
        .forEach(entry -> read.add(new Entry(entry.getKey(), entry.getValue())));
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Long following = entries.higherKey(read.get(read.size() - 1).position);
    cursor = following == null ? end : following;
    return Optional.of(new Read(read, cursor));
  }

  private record Read(List<Entry> entries, long nextPosition) implements Batch {
    @Override
    public int size() {
      return entries.size();
    }

    @Override
    public long position(int index) {
      return entries.get(index).position;
    }

    @Override
    public byte[] key(int index) {
      return null;
    }

    @Override
    public byte[] value(int index) {
      return entries.get(index).value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Optional<byte[]> header(int index, String name) {
      return Optional.empty();
    }

    @Override
    public List<Header> headers(int index) {
      return List.of();
    }

    @Override
    public long timestamp(int index) {
      return position(index);
    }

    @Override
    public int bytes(int index) {
      return entries.get(index).value.length();
    }
  }
}
