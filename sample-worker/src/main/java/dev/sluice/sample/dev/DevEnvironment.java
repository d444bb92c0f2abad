package dev.sluice.sample.dev;

import dev.sluice.api.Environment;
import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.Server;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.Trees;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.embedded.process.DirectoryLock;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** A Kafka broker and a Postgres server that live as long as the worker does. */
final class DevEnvironment implements Environment {
  private static final String LOCAL =
      """

      # Only in this copy: probes and status on any free port of this machine.
      management: { port: 0, host: 127.0.0.1 }
      """;
  private static final Duration LEFTOVER_ENDS = Duration.ofSeconds(10);
  private static final Set<String> OWN = Set.of("kafka", "postgres", "programs", "pipeline.yaml");
  private static final String PIPELINE = "pipeline.yaml";

  private final Path dataDir;
  private final EmbeddedKafka kafka;
  private final EmbeddedPostgres postgres;

  private DevEnvironment(Path dataDir) {
    this.dataDir = dataDir;
    this.kafka = EmbeddedKafka.in(dataDir, KafkaOptions.defaults());
    this.postgres = EmbeddedPostgres.in(dataDir, PostgresOptions.durable());
  }

  /** Starts both side by side and fills the topic; blocks. */
  static DevEnvironment start(Path dataDir, boolean reset) throws IOException {
    Path home = dataDir.toAbsolutePath().normalize();
    prepare(home, reset);
    DevEnvironment environment = new DevEnvironment(home);
    boolean started = false;
    try {
      environment.startServers();
      started = true;
      return environment;
    } finally {
      if (!started) {
        environment.close();
      }
    }
  }

  private static void prepare(Path home, boolean reset) {
    try {
      if (reset) {
        refuseForeign(home);
        erase(home);
      }
      Files.createDirectories(home);
    } catch (IOException e) {
      throw new InvalidSetup(
          "--data-dir "
              + home
              + " can't be used: "
              + e
              + "\nFix: name a directory that can be made and written to",
          e);
    }
  }

  /** A directory that holds something and nothing of ours was named by mistake. */
  private static void refuseForeign(Path home) throws IOException {
    if (!Files.isDirectory(home)) {
      return;
    }
    try (Stream<Path> entries = Files.list(home)) {
      List<String> names = entries.map(entry -> entry.getFileName().toString()).toList();
      if (!names.isEmpty() && names.stream().noneMatch(OWN::contains)) {
        throw new InvalidSetup(
            "--reset would delete "
                + home
                + ", which holds nothing of this worker but "
                + String.join(", ", names.subList(0, Math.min(5, names.size())))
                + "\nFix: name the worker's own directory with --data-dir, or empty this one");
      }
    }
  }

  private void startServers() throws IOException {
    // Standard output is for progress and the report.
    System.err.println("starting Kafka and Postgres in " + dataDir);
    CompletableFuture<Void> database = CompletableFuture.runAsync(this::startPostgres);
    CompletableFuture<Void> broker = CompletableFuture.runAsync(this::startKafka);
    try {
      CompletableFuture.allOf(database, broker).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ServerFailed failed) {
        throw new InvalidSetup(failed.getMessage(), failed);
      }
      if (e.getCause() instanceof InvalidSetup refused) {
        throw refused;
      }
      throw e;
    }
    if (!Files.exists(dataDir.resolve(PIPELINE))) {
      try (InputStream in = DevEnvironment.class.getResourceAsStream("/pipelines/flights.yaml")) {
        String shared = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        Files.writeString(dataDir.resolve(PIPELINE), shared + LOCAL);
      }
    }
  }

  private void startPostgres() {
    postgres.start();
    postgres.createDatabase("flights");
  }

  private void startKafka() {
    kafka.start();
    try {
      new FlightTopic(kafka, dataDir.resolve("flights.loaded")).fill();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /** Deletes everything, but never under the feet of a worker that runs on the same directory. */
  private static void erase(Path home) throws IOException {
    Files.createDirectories(home);
    List<DirectoryLock> locks = new ArrayList<>();
    try {
      locks.add(DirectoryLock.take(home.resolve("kafka")));
      locks.add(DirectoryLock.take(home.resolve("postgres")));
      new PidFile(home.resolve("kafka.pid")).endLeftover(Signal.TERM, LEFTOVER_ENDS);
      new PidFile(home.resolve("postgres.pid")).endLeftover(Signal.INT, LEFTOVER_ENDS);
      Trees.delete(home);
    } catch (ServerFailed e) {
      throw new InvalidSetup(e.getMessage(), e);
    } finally {
      locks.forEach(DirectoryLock::close);
    }
  }

  @Override
  public Map<String, String> variables() {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers(),
        "DATABASE_URL", postgres.url("flights"));
  }

  @Override
  public Optional<Path> config() {
    return Optional.of(dataDir.resolve(PIPELINE));
  }

  @Override
  public void close() {
    for (Server server : List.of(kafka, postgres)) {
      try {
        server.close();
      } catch (ServerFailed e) {
        System.err.println(e.getMessage());
      }
    }
  }
}
