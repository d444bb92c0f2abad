package dev.sluice.sample.dev;

import dev.sluice.api.Environment;
import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.Server;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A Postgres server and, for pipelines that need it, a Kafka broker that live with the worker. */
final class DevEnvironment implements Environment {
  private static final String DATABASE = "flights";

  private final Path dataDir;
  private final DevPipeline pipeline;
  private final Addresses addresses;
  private final EmbeddedKafka kafka;
  private final EmbeddedPostgres postgres;
  private final AirportJobs jobs;

  private DevEnvironment(Path dataDir, DevPipeline pipeline) {
    this.dataDir = dataDir;
    this.pipeline = pipeline;
    this.addresses = new Addresses(dataDir);
    this.kafka = EmbeddedKafka.in(dataDir, KafkaOptions.defaults());
    this.postgres = EmbeddedPostgres.in(dataDir, PostgresOptions.durable());
    this.jobs = new AirportJobs(dataDir, () -> postgres.connect(DATABASE));
  }

  /**
   * Starts the servers; blocks.
   *
   * @param runs whether the pipeline will run and shall have something to do
   */
  static Environment start(DevOptions options, boolean runs) throws IOException {
    Path home = options.dataDir().toAbsolutePath().normalize();
    if (options.attach()) {
      return Attached.to(home, options);
    }
    DataDirectory.prepare(home, options.reset());
    DevEnvironment environment = new DevEnvironment(home, options.pipeline());
    boolean started = false;
    try {
      environment.startServers();
      if (runs && !options.pipeline().kafka()) {
        environment.jobs.enqueue();
      }
      started = true;
      return environment;
    } finally {
      if (!started) {
        environment.close();
      }
    }
  }

  private void startServers() throws IOException {
    // Standard output is for progress and the report.
    System.err.println(
        "starting " + (pipeline.kafka() ? "Kafka and " : "") + "Postgres in " + dataDir);
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
    PipelineFiles.write(dataDir, pipeline);
    addresses.write(variables());
  }

  private void startPostgres() {
    postgres.start();
    postgres.createDatabase(DATABASE);
  }

  private void startKafka() {
    if (!pipeline.kafka()) {
      return;
    }
    kafka.start();
    try {
      new FlightTopic(kafka, dataDir.resolve("flights.loaded")).fill();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    variables.put("DATABASE_URL", postgres.url(DATABASE));
    if (pipeline.kafka()) {
      variables.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    }
    return variables;
  }

  @Override
  public Optional<Path> config() {
    return Optional.of(PipelineFiles.of(dataDir, pipeline));
  }

  @Override
  public void close() {
    jobs.close();
    for (Server server : new Server[] {kafka, postgres}) {
      try {
        server.close();
      } catch (ServerFailed e) {
        System.err.println(e.getMessage());
      }
    }
    try {
      addresses.delete();
    } catch (IOException e) {
      System.err.println(e);
    }
  }
}
