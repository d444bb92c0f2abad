package dev.sluice.sample.dev;

import dev.sluice.api.Environment;
import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.Server;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A Postgres server and, for pipelines that need one, a broker that live with the worker. */
final class DevEnvironment implements Environment {
  private static final String DATABASE = "flights";

  private final Path dataDir;
  private final DevPipeline pipeline;
  private final Addresses addresses;
  private final EmbeddedKafka kafka;
  private final EmbeddedRabbit rabbit;
  private final EmbeddedPostgres postgres;
  private final AirportJobs jobs;

  private DevEnvironment(Path dataDir, DevPipeline pipeline) {
    this.dataDir = dataDir;
    this.pipeline = pipeline;
    this.addresses = new Addresses(dataDir);
    this.kafka = EmbeddedKafka.in(dataDir, KafkaOptions.defaults());
    this.rabbit = EmbeddedRabbit.in(dataDir, RabbitOptions.defaults());
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
    if (options.pipeline().broker() == DevBroker.RABBITMQ) {
      requireRabbit();
    }
    DataDirectory.prepare(home, options.reset());
    DevEnvironment environment = new DevEnvironment(home, options.pipeline());
    boolean started = false;
    try {
      environment.startServers();
      if (runs && options.pipeline().broker() == DevBroker.JOBS) {
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

  /** Before anything is started or deleted: it is the one server that the jar does not bring. */
  private static void requireRabbit() {
    try {
      EmbeddedRabbit.requireInstalled();
    } catch (ServerFailed e) {
      throw new InvalidSetup(e.getMessage(), e);
    }
  }

  private void startServers() throws IOException {
    String broker = pipeline.broker() == DevBroker.JOBS ? "" : pipeline.broker().title() + " and ";
    // Standard output is for progress and the report.
    System.err.println("starting " + broker + "Postgres in " + dataDir);
    CompletableFuture<Void> database = CompletableFuture.runAsync(this::startPostgres);
    CompletableFuture<Void> source = CompletableFuture.runAsync(this::startBroker);
    try {
      CompletableFuture.allOf(database, source).join();
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

  private void startBroker() {
    try {
      switch (pipeline.broker()) {
        case KAFKA -> {
          kafka.start();
          new FlightTopic(kafka, dataDir.resolve("flights.loaded")).fill();
        }
        case RABBITMQ -> {
          rabbit.start();
          new FlightQueue(rabbit.url(), dataDir.resolve("flights-rabbitmq.loaded")).fill();
        }
        case JOBS -> {
          // In the database.
        }
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    variables.put(DevBroker.JOBS.variable(), postgres.url(DATABASE));
    switch (pipeline.broker()) {
      case KAFKA -> variables.put(DevBroker.KAFKA.variable(), kafka.bootstrapServers());
      case RABBITMQ -> variables.put(DevBroker.RABBITMQ.variable(), rabbit.url());
      case JOBS -> {
        // In the database.
      }
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
    for (Server server : new Server[] {kafka, rabbit, postgres}) {
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
