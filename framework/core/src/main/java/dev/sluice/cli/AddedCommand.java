package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that another jar of the class path adds. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
final class AddedCommand implements Callable<Integer>, CommandContext {
  @Mixin private ConfigOption config;

  private final Subcommand command;
  private final WorkerSetup setup;
  private final Surroundings surroundings;
  private StartedEnvironment environment;

  private AddedCommand(Subcommand command, WorkerSetup setup, Surroundings surroundings) {
    this.command = command;
    this.setup = setup;
    this.surroundings = surroundings;
  }

  /** The command as picocli wants it. */
  static CommandLine of(Subcommand command, WorkerSetup setup, Surroundings surroundings) {
    CommandLine line = new CommandLine(new AddedCommand(command, setup, surroundings));
    line.getCommandSpec().usageMessage().description(command.description());
    line.addMixin("added", command.options());
    setup.options().ifPresent(options -> line.addMixin("options", options));
    return line;
  }

  /**
   * Finds the commands with {@code ServiceLoader}; reads the class path, so it blocks.
   *
   * @throws InvalidSetup when one can't be loaded
   */
  static List<Subcommand> onClassPath() {
    try {
      List<Subcommand> found = new ArrayList<>();
      ServiceLoader.load(Subcommand.class).forEach(found::add);
      return found;
    } catch (ServiceConfigurationError e) {
      throw new InvalidSetup("a command on the class path can't be loaded: " + e.getMessage(), e);
    }
  }

  @Override
  public Integer call() throws Exception {
    try {
      return command.run(this);
    } finally {
      if (environment != null) {
        environment.close();
      }
    }
  }

  @Override
  public LoadedPipeline pipeline() throws Exception {
    if (environment == null) {
      environment = StartedEnvironment.start(setup.environment());
    }
    Map<String, String> variables = new HashMap<>(surroundings.variables());
    variables.putAll(environment.variables());
    Providers providers = surroundings.providers().get();
    PipelineFile file =
        PipelineFile.read(config.file(surroundings.variables(), environment.config()));
    PlannedChain planned = PlannedChain.of(file, setup, providers, variables);
    return new LoadedPipeline(file.load(variables, providers, setup.names()), planned.tasks());
  }

  @Override
  public PrintWriter out() {
    return surroundings.out();
  }

  @Override
  public PrintWriter err() {
    return surroundings.err();
  }
}
