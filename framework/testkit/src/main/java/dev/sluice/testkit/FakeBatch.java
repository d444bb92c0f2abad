package dev.sluice.testkit;

import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one poll brings of one lane. */
final class FakeBatch implements Batch {
  private final long[] positions;
  private final FakeRecord[] records;
  private final long next;
  private final String[] ids;
  private final Attempt[] attempts;
  private final List<Long> alone = new ArrayList<>(0);

  /** Records that are known by their positions. */
  FakeBatch(long[] positions, FakeRecord[] records, long next) {
    this(positions, records, next, null, null, new int[0]);
  }

  /**
   * @param ids by which the records are known, null for one without; null when it is by their
   *     positions
   * @param jobs what is kept of jobs, or null
   * @param indexes of the records in their lane
   */
  FakeBatch(
      long[] positions,
      FakeRecord[] records,
      long next,
      String[] ids,
      FakeJobs jobs,
      int[] indexes) {
    this.positions = positions;
    this.records = records;
    this.next = next;
    this.ids = ids;
    this.attempts = jobs == null ? null : new Attempt[records.length];
    for (int i = 0; jobs != null && i < records.length; i++) {
      attempts[i] = jobs.attempt(indexes[i]);
      if (jobs.alone(indexes[i])) {
        alone.add(positions[i]);
      }
    }
  }

  @Override
  public Optional<String> id(int index) {
    return ids == null ? Optional.empty() : Optional.ofNullable(ids[index]);
  }

  @Override
  public Optional<Attempt> attempt(int index) {
    return attempts == null ? Optional.empty() : Optional.of(attempts[index]);
  }

  @Override
  public List<Long> alone() {
    return alone;
  }

  @Override
  public int size() {
    return records.length;
  }

  @Override
  public long position(int index) {
    return positions[index];
  }

  @Override
  public long nextPosition() {
    return next;
  }

  @Override
  public byte[] key(int index) {
    return records[index].key();
  }

  @Override
  public byte[] value(int index) {
    return records[index].value();
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    for (Header header : records[index].headers()) {
      if (header.name().equals(name)) {
        return Optional.ofNullable(header.value());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    return records[index].headers();
  }

  @Override
  public long timestamp(int index) {
    return records[index].timestamp();
  }

  @Override
  public int bytes(int index) {
    return records[index].bytes();
  }
}
