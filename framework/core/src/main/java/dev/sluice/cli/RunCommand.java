package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Finding;
import dev.sluice.chain.Severity;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import dev.sluice.runtime.RunPlan;
import dev.sluice.spi.InstanceIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the pipeline until it is stopped. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Run the pipeline until it is stopped (the default command).")
final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private ConfigOption config;

  @Option(
      names = "--exit-when-idle",
      paramLabel = "DURATION",
      converter = PositiveDuration.class,
      description = "Drain and exit once everything was read and done for that long.")
  private Duration exitWhenIdle;

  private final WorkerSetup setup;
  private final Surroundings surroundings;

  RunCommand(WorkerSetup setup, Surroundings surroundings) {
    this.setup = setup;
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    // First of all: a signal before the handlers stand ends the JVM without a drain.
    PipelineRunner runner = surroundings.runner().get();
    AtomicReference<StartedEnvironment> environment = new AtomicReference<>();
    try {
      return runner.run(
          () -> {
            environment.set(StartedEnvironment.start(setup.environment()));
            return plan(environment.get());
          });
    } finally {
      if (environment.get() != null) {
        environment.get().close();
      }
    }
  }

  private RunPlan plan(StartedEnvironment environment) {
    Map<String, String> variables = new HashMap<>(surroundings.variables());
    variables.putAll(environment.variables());
    Providers providers = surroundings.providers().get();
    PipelineFile file =
        PipelineFile.read(config.file(surroundings.variables(), environment.config()));
    PipelineConfig loaded = file.load(variables, providers, setup.names());
    PlannedChain planned = PlannedChain.of(file, setup, providers, variables);
    refuseUnlessItFits(planned);
    return new RunPlan(
        loaded,
        planned.tasks(),
        planned.chain(),
        planned.grants(),
        Optional.ofNullable(exitWhenIdle),
        InstanceIdentity.fromEnvironment(variables),
        variables,
        environment);
  }

  private static void refuseUnlessItFits(PlannedChain planned) {
    if (!planned.fits()) {
      throw new InvalidSetup(
          planned.findings().stream()
                  .filter(Finding::refuses)
                  .map(Finding::text)
                  .collect(Collectors.joining("\n"))
              + "\n\n"
              + planned.table().stripTrailing());
    }
    for (Finding finding : planned.findings()) {
      Level level = finding.severity() == Severity.NOTE ? Level.INFO : Level.WARN;
      LOG.atLevel(level).addKeyValue("id", finding.id()).log(finding.text());
    }
    planned.warnings().forEach(LOG::warn);
  }
}
