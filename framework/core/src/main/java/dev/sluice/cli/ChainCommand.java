package dev.sluice.cli;

import dev.sluice.chain.Finding;
import dev.sluice.config.load.PipelineFile;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the shutdown chain, says whether it fits, and counts connections. Touches no network. */
@Command(
    name = "chain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Print the shutdown chain and the connection budget; exit 2 when the chain does not fit.")
final class ChainCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  private final WorkerSetup setup;
  private final Surroundings surroundings;

  ChainCommand(WorkerSetup setup, Surroundings surroundings) {
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
    if (json) {
      surroundings.out().println(ChainJson.render(planned));
    } else {
      surroundings.out().print(planned.table());
      planned.findings().stream().map(Finding::text).forEach(surroundings.err()::println);
      planned.warnings().forEach(text -> surroundings.err().println("warning: " + text));
    }
    return planned.fits() ? ExitCode.CLEAN : ExitCode.INVALID;
  }
}
