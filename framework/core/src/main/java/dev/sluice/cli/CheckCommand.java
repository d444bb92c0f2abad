package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Finding;
import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import dev.sluice.runtime.PartsCheck;
import dev.sluice.spi.Checked;
import dev.sluice.time.SystemClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks whether {@code run} would start: the file, the chain, and everything it connects to. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Check the file and whether source, dead letters and services can be reached; consumes"
            + " nothing. Exit 2 when something is wrong.")
final class CheckCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  @Option(names = "--json", description = "Print JSON instead of lines.")
  private boolean json;

  private final WorkerSetup setup;
  private final Surroundings surroundings;

  CheckCommand(WorkerSetup setup, Surroundings surroundings) {
    this.setup = setup;
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    StartedEnvironment environment = StartedEnvironment.start(setup.environment());
    try {
      List<Checked> found = look(environment);
      boolean good = found.stream().noneMatch(each -> each.status() == Checked.Status.FAILED);
      if (json) {
        surroundings.out().println(CheckReport.json(found, good));
      } else {
        surroundings.out().print(CheckReport.lines(found, good));
      }
      return good ? ExitCode.CLEAN : ExitCode.INVALID;
    } finally {
      environment.close();
    }
  }

  private List<Checked> look(StartedEnvironment environment) throws InterruptedException {
    Map<String, String> variables = new HashMap<>(surroundings.variables());
    variables.putAll(environment.variables());
    Path path = config.file(surroundings.variables(), environment.config());
    PipelineConfig loaded;
    PlannedChain planned;
    try {
      Providers providers = surroundings.providers().get();
      PipelineFile file = PipelineFile.read(path);
      loaded = file.load(variables, providers, setup.names());
      planned = PlannedChain.of(file, setup, providers, variables);
    } catch (InvalidSetup | InvalidDeclaration e) {
      return List.of(Checked.failed("configuration", e.getMessage()));
    }
    List<Checked> found = new ArrayList<>();
    found.add(Checked.ok("configuration", path.toString()));
    found.add(chain(planned));
    found.addAll(
        new PartsCheck(new LoadedPipeline(loaded, planned.tasks()), new SystemClock()).run());
    return found;
  }

  private static Checked chain(PlannedChain planned) {
    String what = "shutdown chain";
    if (planned.fits()) {
      return Checked.ok(what, "fits: a stop may take " + planned.chain().windowSeconds() + " s");
    }
    return Checked.failed(
        what,
        planned.findings().stream()
            .filter(Finding::refuses)
            .map(Finding::text)
            .collect(Collectors.joining("\n")));
  }
}
