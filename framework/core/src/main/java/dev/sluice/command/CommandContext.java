package dev.sluice.command;

import java.io.PrintWriter;

/** What a {@link Subcommand} is given. Used by the thread that runs the command. */
public interface CommandContext {

  /**
   * Reads and checks the pipeline's file as {@code run} does. The first call starts the environment
   * that the jar brings along, if it brings one; it is closed after the command. Connects nothing.
   * Blocks.
   *
   * @throws dev.sluice.api.InvalidSetup with all mistakes of the file
   * @throws Exception what the environment threw
   */
  LoadedPipeline pipeline() throws Exception;

  /** Standard output, for results. */
  PrintWriter out();

  /** Standard error, for everything else. */
  PrintWriter err();
}
