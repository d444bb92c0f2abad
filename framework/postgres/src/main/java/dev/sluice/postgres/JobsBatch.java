package dev.sluice.postgres;

import dev.sluice.progress.ResumeState;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.util.List;
import java.util.Optional;

/** What one claim brought. */
final class JobsBatch implements Batch {
  private final String home;
  private final List<ClaimedJob> jobs;

  /**
   * @param home the table and the queue they come from
   * @param jobs with ascending tokens, not empty
   */
  JobsBatch(String home, List<ClaimedJob> jobs) {
    this.home = home;
    this.jobs = List.copyOf(jobs);
  }

  @Override
  public int size() {
    return jobs.size();
  }

  @Override
  public long position(int index) {
    return jobs.get(index).token();
  }

  @Override
  public long nextPosition() {
    return position(size() - 1) + 1;
  }

  @Override
  public byte[] key(int index) {
    return jobs.get(index).key();
  }

  @Override
  public byte[] value(int index) {
    return jobs.get(index).payload();
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    for (Header header : headers(index)) {
      if (header.name().equals(name)) {
        return Optional.ofNullable(header.value());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    return jobs.get(index).headers();
  }

  @Override
  public List<ResumeState> states() {
    return jobs.stream()
        .filter(job -> job.resumeState() != null)
        .map(job -> new ResumeState(job.token(), job.resumeState()))
        .toList();
  }

  /**
   * Table, queue, row and when that was made: a job has it whoever claims it how often, and a table
   * that was made anew, which counts its rows from one again, has others.
   */
  @Override
  public Optional<String> id(int index) {
    return Optional.of(home + "/" + jobs.get(index).identity());
  }

  @Override
  public Optional<Attempt> attempt(int index) {
    return Optional.of(jobs.get(index).attempt());
  }

  @Override
  public List<Long> alone() {
    return jobs.stream().filter(ClaimedJob::suspect).map(ClaimedJob::token).toList();
  }

  @Override
  public long timestamp(int index) {
    return jobs.get(index).createdAt().toInstant().toEpochMilli();
  }

  @Override
  public int bytes(int index) {
    return jobs.get(index).bytes();
  }
}
