package dev.sluice.sample.dev;

import dev.sluice.Worker;
import dev.sluice.sample.SampleWorker;

/** The sample worker together with an embedded Kafka and an embedded Postgres. */
public final class SampleDevWorker {

  private SampleDevWorker() {}

  /** Runs the command line; see {@link Worker}. */
  public static void main(String[] args) {
    DevOptions options = new DevOptions();
    Worker.with(SampleWorker.handlers(options))
        .options(options)
        .environment(() -> DevEnvironment.start(options, runs(args)))
        .run(args);
  }

  /** Whether the pipeline is run, which is so without a command too; others only look at it. */
  private static boolean runs(String[] args) {
    return args.length == 0 || args[0].startsWith("-") || args[0].equals("run");
  }
}
