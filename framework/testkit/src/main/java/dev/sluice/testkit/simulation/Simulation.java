package dev.sluice.testkit.simulation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs schedules until one breaks an invariant or all are run.
 *
 * <pre>{@code
 * Simulation.Result result = Simulation.run(1, 10_000, 2);
 * result.failure().ifPresent(failure -> fail(failure.toString()));
 * }</pre>
 *
 * <p>The seed of each schedule follows from the first seed and its number, so one that fails can be
 * run again alone, with a trace, by {@link #replay}.
 */
public final class Simulation {

  private Simulation() {}

  /**
   * What came of it.
   *
   * @param schedules how many were run
   * @param steps how many steps they took
   * @param failure the one that failed
   */
  public record Result(long schedules, long steps, Optional<Failure> failure) {}

  /**
   * A schedule that broke an invariant.
   *
   * @param seed runs it again
   * @param violation what was broken
   * @param trace one event a line; empty unless it was replayed
   */
  public record Failure(long seed, Violation violation, List<String> trace) {

    @Override
    public String toString() {
      return "schedule " + seed + " breaks " + violation + "\n" + String.join("\n", trace);
    }
  }

  /**
   * Runs schedules on threads of its own. Blocks.
   *
   * @param seed the first schedule's; the others follow from it
   * @param schedules how many
   * @param threads on how many threads
   * @return how it went; a failure comes with its trace
   */
  public static Result run(long seed, long schedules, int threads) throws InterruptedException {
    Workers workers = new Workers(seed, schedules);
    workers.run(threads);
    Optional<Failure> failure = workers.failedSeed().map(failed -> replay(failed).orElseThrow());
    return new Result(workers.schedules(), workers.steps(), failure);
  }

  /**
   * Runs one schedule with a trace.
   *
   * @param seed as a failure gave it
   * @return the failure, if it still fails
   */
  public static Optional<Failure> replay(long seed) {
    Schedule schedule = new Schedule(seed, true);
    return schedule.run().map(violation -> new Failure(seed, violation, schedule.trace()));
  }

  /** The threads of one run, sharing out numbers. */
  private static final class Workers {
    private static final int SHARE = 64;

    private final long seed;
    private final long most;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong schedules = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong failedNumber = new AtomicLong(Long.MAX_VALUE);

    Workers(long seed, long most) {
      this.seed = seed;
      this.most = most;
    }

    void run(int count) throws InterruptedException {
      Thread[] threads = new Thread[count];
      for (int i = 0; i < count; i++) {
        threads[i] = new Thread(this::work, "sluice-simulation-" + i);
        threads[i].setDaemon(true);
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private void work() {
      while (failedNumber.get() == Long.MAX_VALUE) {
        long from = next.getAndAdd(SHARE);
        if (from >= most) {
          return;
        }
        share(from, Math.min(most, from + SHARE));
      }
    }

    private void share(long from, long to) {
      long taken = 0;
      long number = from;
      while (number < to) {
        Schedule schedule = new Schedule(seedOf(number), false);
        boolean failed = schedule.run().isPresent();
        taken += schedule.taken();
        number++;
        if (failed) {
          // The lowest number of all threads, so that the same seed fails in every run.
          long found = number - 1;
          failedNumber.accumulateAndGet(found, Math::min);
          break;
        }
      }
      schedules.addAndGet(number - from);
      steps.addAndGet(taken);
    }

    private long seedOf(long number) {
      return number == 0 ? seed : Dice.mix(seed + number * 0x9E3779B97F4A7C15L);
    }

    long schedules() {
      return schedules.get();
    }

    long steps() {
      return steps.get();
    }

    Optional<Long> failedSeed() {
      long number = failedNumber.get();
      return number == Long.MAX_VALUE ? Optional.empty() : Optional.of(seedOf(number));
    }
  }
}
