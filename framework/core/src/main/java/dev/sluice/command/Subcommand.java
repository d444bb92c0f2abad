package dev.sluice.command;

import java.util.Optional;

/**
 * A command beside {@code run}; found by {@code ServiceLoader}. One instance serves one command
 * line.
 */
public interface Subcommand {

  /** What it is called on the command line: lower-case letters, digits and inner hyphens. */
  String name();

  /** One sentence for the help. */
  String description();

  /**
   * The adapter whose dead letters this command is for, by its name under {@code
   * pipeline.deadLetter}; empty for a command that is for every pipeline. Several adapters may
   * offer commands of one name: the one that the pipeline's file names runs, and an option of
   * another one is refused. An option that several of them have must mean the same. Constant.
   */
  default Optional<String> deadLetters() {
    return Optional.empty();
  }

  /**
   * An object whose fields carry picocli's {@code @Option}; they are set before {@link #run}. The
   * options {@code -c}, {@code --help} and {@code --version} are there already, and so are those
   * that the jar adds to {@code run}: its environment and its handler may depend on them.
   */
  Object options();

  /**
   * Runs the command; blocks the caller's thread, which is no event loop. No signal handler stands:
   * SIGTERM and SIGINT end the process at once.
   *
   * @return the exit code of the process, in the meaning of {@code dev.sluice.cli.ExitCode}: 0 all
   *     is well, 1 it is not, 2 the operator must mend something
   * @throws dev.sluice.api.InvalidSetup when the operator must mend something: its message is
   *     printed and the exit code is 2
   * @throws Exception anything else is printed as {@code fatal} and ends with 1
   */
  int run(CommandContext context) throws Exception;
}
