package dev.sluice.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that every command takes: which file. */
final class ConfigOption {
  private static final String VARIABLE = "SLUICE_CONFIG";
  private static final Path USUAL = Path.of("pipeline.yaml");

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "The pipeline's file. Default: $"
              + VARIABLE
              + ", else pipeline.yaml in the working directory.")
  private Path file;

  /**
   * The file to read.
   *
   * @param variables the process's environment
   * @param brought the file that the worker's own environment brings, if any
   */
  Path file(Map<String, String> variables, Optional<Path> brought) {
    return Optional.ofNullable(file)
        .or(() -> brought)
        .or(
            () ->
                Optional.ofNullable(variables.get(VARIABLE))
                    .filter(v -> !v.isEmpty())
                    .map(Path::of))
        .orElse(USUAL);
  }
}
