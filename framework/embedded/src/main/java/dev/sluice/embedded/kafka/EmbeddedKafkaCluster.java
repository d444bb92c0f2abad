package dev.sluice.embedded.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.files.TemporaryHome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kafka brokers of one cluster, each in a JVM of its own and each a controller too: of three, any
 * one may be killed and the rest serve on. What is made here has a replica on every broker, and a
 * write is confirmed when all but one have it. Its data goes when this JVM ends.
 */
public final class EmbeddedKafkaCluster implements KafkaBroker {
  private static final String NAME = "kafka";

  private final List<EmbeddedKafka> brokers = new ArrayList<>();

  private EmbeddedKafkaCluster(int count, IntFunction<KafkaOptions> options) {
    TemporaryHome home = TemporaryHome.get();
    String clusterId = ClusterState.newId();
    List<ClusterState> addresses =
        IntStream.range(0, count).mapToObj(i -> ClusterState.fresh(clusterId)).toList();
    for (int i = 0; i < count; i++) {
      KafkaOptions seated = Seats.seated(options.apply(i + 1), i + 1, addresses);
      brokers.add(new EmbeddedKafka(home.newData(NAME), home.programs(), seated, addresses.get(i)));
    }
    home.stopAtEnd(this);
  }

  /**
   * A cluster, not started yet, whose data goes when this JVM ends.
   *
   * @param brokers how many; three outlive the loss of one
   * @param options of each
   */
  public static EmbeddedKafkaCluster temporary(int brokers, KafkaOptions options) {
    return temporary(brokers, id -> options);
  }

  /**
   * A cluster, not started yet, whose data goes when this JVM ends.
   *
   * @param brokers how many; three outlive the loss of one
   * @param options of each, by its id, counted from 1
   */
  public static EmbeddedKafkaCluster temporary(int brokers, IntFunction<KafkaOptions> options) {
    return new EmbeddedKafkaCluster(brokers, options);
  }

  /**
   * One of the brokers, to be killed and started by itself.
   *
   * @param id counted from 1, as the cluster's metadata gives it
   */
  public EmbeddedKafka broker(int id) {
    return brokers.get(id - 1);
  }

  /** How many brokers there are, whether they run or not. */
  public int size() {
    return brokers.size();
  }

  /** Starts every broker that does not run; a start that fails kills them all. */
  @Override
  public void start() {
    try {
      // Side by side: none is ready before most controllers are there.
      together(EmbeddedKafka::start);
    } catch (RuntimeException e) {
      kill();
      throw e;
    }
  }

  /** Stops one broker after the other; the last ones, which no quorum lets go, are killed. */
  @Override
  public void stop() {
    int minority = (brokers.size() - 1) / 2;
    brokers.subList(0, brokers.size() - minority).forEach(EmbeddedKafka::stop);
    brokers.subList(brokers.size() - minority, brokers.size()).forEach(EmbeddedKafka::kill);
  }

  @Override
  public void kill() {
    together(EmbeddedKafka::kill);
  }

  /**
   * Waits until every replica of every partition is in sync, so that any one broker may go. Blocks.
   *
   * @throws dev.sluice.embedded.ServerFailed when that takes longer
   */
  public void awaitInSync(Duration within) {
    Topics.awaitInSync(bootstrapServers(), within);
  }

  @Override
  public String bootstrapServers() {
    return brokers.stream().map(EmbeddedKafka::bootstrapServers).collect(Collectors.joining(","));
  }

  @Override
  public void createTopic(String name, int partitions, Map<String, String> config) {
    Topics.create(bootstrapServers(), name, partitions, config);
  }

  private void together(Consumer<EmbeddedKafka> action) {
    ExecutorService threads = Executors.newFixedThreadPool(brokers.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      brokers.forEach(broker -> running.add(threads.submit(() -> action.accept(broker))));
      RuntimeException first = null;
      for (Future<?> each : running) {
        first = outcome(each, first);
      }
      if (first != null) {
        throw first;
      }
    } finally {
      // An interrupt ends what is still being started.
      threads.shutdownNow();
    }
  }

  private static RuntimeException outcome(Future<?> running, RuntimeException first) {
    try {
      running.get();
      return first;
    } catch (ExecutionException e) {
      return first != null ? first : (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return first != null ? first : new IllegalStateException("interrupted", e);
    }
  }
}
