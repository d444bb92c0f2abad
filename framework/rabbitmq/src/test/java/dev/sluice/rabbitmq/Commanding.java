package dev.sluice.rabbitmq;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.cli.Surroundings;
import dev.sluice.cli.WorkerCli;
import dev.sluice.cli.WorkerSetup;
import dev.sluice.command.Subcommand;
import dev.sluice.config.load.Providers;
import io.vertx.core.Future;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The command line of a worker jar with this adapter, its commands found as a jar's are. */
final class Commanding {
  private static final Handlers.Named<String> HANDLER =
      Handlers.named(
          "work",
          Decoder.string(),
          services ->
              ChunkHandler.of(
                  TaskLimits.limit(Duration.ofSeconds(10)),
                  (chunk, context) -> Future.succeededFuture(Outcome.DONE)));

  private Commanding() {}

  /** What a command has said, and how it has ended. */
  record Said(int code, String out, String err) {}

  /** Runs a command of a file whose source is never made. */
  static Said run(Path file, String... arguments) {
    Providers providers =
        Providers.of(
            List.of(new RabbitSourceProvider()),
            List.of(),
            List.of(new RabbitDeadLetterProvider()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Surroundings surroundings =
        new Surroundings(
            Map.of(),
            () -> providers,
            Commanding::commands,
            () -> {
              throw new AssertionError("nothing is run");
            },
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    List<String> line = new ArrayList<>(List.of(arguments));
    line.add("-c");
    line.add(file.toString());
    int code =
        new WorkerCli(
                new WorkerSetup(List.of(HANDLER), Optional.empty(), Optional.empty()), surroundings)
            .execute(line.toArray(String[]::new));
    return new Said(code, out.toString(), err.toString());
  }

  private static List<Subcommand> commands() {
    return ServiceLoader.load(Subcommand.class).stream().map(ServiceLoader.Provider::get).toList();
  }
}
