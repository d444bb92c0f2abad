package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.command.Subcommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line of a worker jar. The command comes first and may be left out: {@code -c x.yaml}
 * means {@code run -c x.yaml}.
 */
public final class WorkerCli {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerCli.class);
  private static final String DEFAULT_COMMAND = "run";
  private static final Set<String> OWN_OPTIONS = Set.of("-h", "--help", "-V", "--version");

  private final WorkerSetup setup;
  private final Surroundings surroundings;

  /**
   * @param setup what the jar brings
   * @param surroundings what it finds
   */
  public WorkerCli(WorkerSetup setup, Surroundings surroundings) {
    this.setup = setup;
    this.surroundings = surroundings;
  }

  private CommandLine commands(boolean withAdded) {
    CommandLine run = new CommandLine(new RunCommand(setup, surroundings));
    setup.options().ifPresent(options -> run.addMixin("options", options));
    CommandLine check = new CommandLine(new CheckCommand(setup, surroundings));
    setup.options().ifPresent(options -> check.addMixin("options", options));
    CommandLine commands =
        new CommandLine(new Top())
            .addSubcommand(run)
            .addSubcommand(new DescribeCommand(setup, surroundings))
            .addSubcommand(new ChainCommand(setup, surroundings))
            .addSubcommand(check)
            .addSubcommand(new SchemaCommand(surroundings));
    if (withAdded) {
      Map<String, List<Subcommand>> byName = new LinkedHashMap<>();
      for (Subcommand added : surroundings.commands().get()) {
        byName.computeIfAbsent(added.name(), name -> new ArrayList<>()).add(added);
      }
      byName
          .values()
          .forEach(same -> add(same.size() == 1 ? same.get(0) : new SharedCommand(same), commands));
    }
    String names = String.join("|", commands.getSubcommands().keySet());
    commands.getCommandSpec().usageMessage().synopsisSubcommandLabel("[" + names + "]");
    return commands
        .setOut(surroundings.out())
        .setErr(surroundings.err())
        .setParameterExceptionHandler(this::badUsage)
        .setExecutionExceptionHandler((e, commandLine, result) -> failed(e));
  }

  private void add(Subcommand added, CommandLine commands) {
    if (commands.getSubcommands().containsKey(added.name())) {
      throw new InvalidSetup(
          "the command '"
              + added.name()
              + "' of "
              + added.getClass().getName()
              + " is there already; remove one of the jars");
    }
    commands.addSubcommand(added.name(), AddedCommand.of(added, setup, surroundings));
  }

  /** The options and commands above {@code run}. */
  @Command(
      name = "worker",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = "Runs a pipeline. Without a command: run.")
  private static final class Top {}

  /**
   * Runs a command; blocks until it has ended. Never exits the JVM.
   *
   * @return one of {@link ExitCode}
   */
  public int execute(String... args) {
    try {
      String[] full = withCommand(args);
      // A run needs none of the others, and a broken one must not keep it from running.
      return commands(!full[0].equals(DEFAULT_COMMAND)).execute(full);
    } catch (Throwable e) { // Whatever it is, the process must end with a code that says so.
      return failed(e);
    } finally {
      surroundings.out().flush();
      surroundings.err().flush();
    }
  }

  private static String[] withCommand(String[] args) {
    if (args.length > 0 && (OWN_OPTIONS.contains(args[0]) || !args[0].startsWith("-"))) {
      return args;
    }
    List<String> full = new ArrayList<>(List.of(DEFAULT_COMMAND));
    full.addAll(Arrays.asList(args));
    return full.toArray(String[]::new);
  }

  private int badUsage(ParameterException e, String[] args) {
    surroundings.err().println(e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, surroundings.err());
    e.getCommandLine().usage(surroundings.err());
    return ExitCode.INVALID;
  }

  private int failed(Throwable e) {
    if (e instanceof InvalidSetup || e instanceof InvalidDeclaration) {
      surroundings.err().println(e.getMessage());
      if (e.getCause() != null) {
        LOG.debug("What was found underneath", e.getCause());
      }
      return ExitCode.INVALID;
    }
    surroundings.err().println("fatal: " + e);
    LOG.error("The worker failed", e);
    return ExitCode.FATAL;
  }
}
