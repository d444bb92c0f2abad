package dev.sluice.postgres;

import dev.sluice.command.CommandContext;
import dev.sluice.command.Subcommand;

/** The command {@code jobs}: looks at the jobs of a table, runs dead ones again, cancels. */
public final class JobsCommand implements Subcommand {
  private final JobsOptions options = new JobsOptions();

  /** For {@code ServiceLoader}. */
  public JobsCommand() {}

  @Override
  public String name() {
    return "jobs";
  }

  @Override
  public String description() {
    return "List, show, retry and cancel jobs in Postgres, and count them.";
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    options.check();
    try (JobsConnection jobs = JobsConnection.open(command.pipeline(), options.action())) {
      return switch (options.action()) {
        case LIST -> JobsList.run(jobs, options, command.out());
        case SHOW -> JobsShow.run(jobs, options, command.out());
        case RETRY -> JobsRetry.run(jobs, options, command.out());
        case CANCEL -> JobsCancel.run(jobs, options, command.out());
        case STATS -> JobsStats.run(jobs, options, command.out());
      };
    }
  }
}
