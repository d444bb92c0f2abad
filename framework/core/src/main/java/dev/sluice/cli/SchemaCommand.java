package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.config.schema.PipelineSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints the JSON Schema of the file, with the adapters of this jar. Touches no network. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Print the JSON Schema of pipeline.yaml, for editors.")
final class SchemaCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  SchemaCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws JsonProcessingException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    String schema =
        new ObjectMapper()
            .writer(new DefaultPrettyPrinter().withObjectIndenter(lines))
            .writeValueAsString(PipelineSchema.of(surroundings.providers().get()));
    surroundings.out().print(schema + "\n");
    return ExitCode.CLEAN;
  }
}
