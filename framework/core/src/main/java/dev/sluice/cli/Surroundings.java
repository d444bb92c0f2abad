package dev.sluice.cli;

import dev.sluice.command.Subcommand;
import dev.sluice.config.load.Providers;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the command line finds around it.
 *
 * @param variables the process's environment
 * @param providers finds the adapters
 * @param commands finds the commands that other jars add; not asked by {@code run}
 * @param runner installs the signal handlers and makes a runner
 * @param out standard output
 * @param err standard error
 */
public record Surroundings(
    Map<String, String> variables,
    Supplier<Providers> providers,
    Supplier<List<Subcommand>> commands,
    Supplier<PipelineRunner> runner,
    PrintWriter out,
    PrintWriter err) {

  /** Copies the variables. */
  public Surroundings {
    variables = Map.copyOf(variables);
  }

  /**
   * The surroundings of this process.
   *
   * @param runner installs the signal handlers and makes a runner
   */
  public static Surroundings ofProcess(Supplier<PipelineRunner> runner) {
    return new Surroundings(
        System.getenv(),
        Providers::onClassPath,
        AddedCommand::onClassPath,
        runner,
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8));
  }
}
