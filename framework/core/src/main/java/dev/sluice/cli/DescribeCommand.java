package dev.sluice.cli;

import dev.sluice.config.load.PipelineFile;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the file completed with the limits the code declares. Touches no network. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Print the file completed with the limits that the handlers declare.")
final class DescribeCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  private final WorkerSetup setup;
  private final Surroundings surroundings;

  DescribeCommand(WorkerSetup setup, Surroundings surroundings) {
    this.setup = setup;
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    PlannedChain planned =
        PlannedChain.of(
            PipelineFile.read(config.file(surroundings.variables(), Optional.empty())),
            setup,
            surroundings.providers().get(),
            surroundings.variables());
    surroundings.out().print(planned.completed());
    return ExitCode.CLEAN;
  }
}
