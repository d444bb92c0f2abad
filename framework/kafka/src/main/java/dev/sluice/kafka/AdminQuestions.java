package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Questions to one cluster that share one bound; what goes wrong comes out as {@link InvalidSetup}.
 * Blocks the calling thread. Belongs to one thread.
 */
final class AdminQuestions implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofMillis(500);
  private static final int LEAST_MILLIS = 1;

  private final Wanted wanted;
  private final Admin admin;
  private final Clock clock;
  private final Duration within;
  private long sinceNanos;

  /**
   * Whom to ask, and what for.
   *
   * @param key the key in {@code pipeline.yaml} that declares the cluster
   * @param bootstrapServers where to ask
   * @param grants the rights that are needed, as a request to whoever gives them
   */
  record Wanted(String key, String bootstrapServers, String grants) {}

  /** Connects to nothing yet; the bound begins now. */
  AdminQuestions(Wanted wanted, Map<String, Object> properties, Clock clock, Duration within) {
    this.wanted = wanted;
    this.clock = clock;
    this.within = within;
    this.sinceNanos = clock.nanos();
    this.admin = Clients.made(wanted.key(), () -> Admin.create(properties));
  }

  Admin admin() {
    return admin;
  }

  /** What is left of the bound, at least a millisecond. */
  Duration left() {
    Duration left = within.minus(clock.since(sinceNanos));
    return left.toMillis() < LEAST_MILLIS ? Duration.ofMillis(LEAST_MILLIS) : left;
  }

  /** Begins the bound anew, for a question that comes much later. */
  AdminQuestions renewed() {
    sinceNanos = clock.nanos();
    return this;
  }

  /** Options bounded by what is left. */
  <O extends AbstractOptions<O>> O bounded(O options) {
    return options.timeoutMs((int) Math.min(Integer.MAX_VALUE, left().toMillis()));
  }

  /**
   * Waits for an answer.
   *
   * @param what is asked, for messages
   * @throws InvalidSetup when there is none in time, or a refusal
   */
  <A> A ask(String what, Supplier<KafkaFuture<A>> question) {
    try {
      return answer(what, question);
    } catch (ExecutionException e) {
      throw refused(what, e.getCause());
    }
  }

  /**
   * Waits for an answer, and lets the caller look at a refusal.
   *
   * @throws InvalidSetup when there is none in time
   * @throws ExecutionException with what the cluster answered instead
   */
  <A> A answer(String what, Supplier<KafkaFuture<A>> question) throws ExecutionException {
    try {
      return question.get().get(left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw late(what, e);
      }
      throw e;
    } catch (TimeoutException e) {
      throw late(what, e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Says in words what a refusal means. */
  InvalidSetup refused(String what, Throwable cause) {
    String fix = cause instanceof AuthorizationException ? "\nFix: grant " + wanted.grants() : "";
    return new InvalidSetup(
        wanted.key()
            + ": "
            + wanted.bootstrapServers()
            + " does not answer "
            + what
            + ": "
            + cause.getMessage()
            + fix,
        cause);
  }

  private InvalidSetup late(String what, Throwable cause) {
    return new InvalidSetup(
        wanted.key()
            + ": "
            + wanted.bootstrapServers()
            + " has not answered "
            + what
            + " within "
            + Durations.ceilSeconds(within)
            + " s\nFix: check that every broker runs and leads its partitions; startup: in"
            + " pipeline.yaml sets how long to wait",
        cause);
  }

  @Override
  public void close() {
    admin.close(CLOSE);
  }
}
