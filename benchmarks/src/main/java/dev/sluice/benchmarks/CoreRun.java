package dev.sluice.benchmarks;

import dev.sluice.config.Ordering;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link CoreThroughput} and reads its results. */
final class CoreRun {

  /** How thorough a run is. */
  enum Length {
    /** As the benchmark declares. */
    FULL,
    /** One fork, few short iterations. */
    QUICK,
    /** One iteration inside of this JVM. */
    SMOKE
  }

  private CoreRun() {}

  static List<Figures.Throughput> run(Length length) throws RunnerException {
    List<Figures.Throughput> figures = new ArrayList<>();
    for (RunResult result : results(length, 500, Ordering.values())) {
      figures.add(figure(result));
    }
    // Smaller chunks tell what is allocated for each chunk from what is for each record.
    for (RunResult result : results(length, 100, Ordering.LANE)) {
      figures.add(figure(result));
    }
    return figures;
  }

  private static Collection<RunResult> results(Length length, int chunk, Ordering... orderings)
      throws RunnerException {
    String[] names = new String[orderings.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = orderings[i].name();
    }
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(CoreThroughput.class.getName())
            .param("ordering", names)
            .param("chunk", String.valueOf(chunk))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true);
    if (length == Length.QUICK) {
      options
          .forks(1)
          .warmupIterations(3)
          .warmupTime(TimeValue.seconds(1))
          .measurementIterations(3)
          .measurementTime(TimeValue.seconds(1));
    } else if (length == Length.SMOKE) {
      options
          .forks(0)
          .warmupIterations(0)
          .measurementIterations(1)
          .measurementTime(TimeValue.milliseconds(200))
          .verbosity(VerboseMode.SILENT);
    }
    return new Runner(options.build()).run();
  }

  private static Figures.Throughput figure(RunResult result) {
    Result<?> primary = result.getPrimaryResult();
    double error = primary.getScoreError();
    return new Figures.Throughput(
        result.getParams().getParam("ordering"),
        Integer.parseInt(result.getParams().getParam("chunk")),
        Math.round(primary.getScore()),
        Double.isNaN(error) ? null : Math.round(error),
        Math.round(100 * allocated(result)) / 100.0);
  }

  // JMH's own map is raw.
  @SuppressWarnings("rawtypes")
  private static double allocated(RunResult result) {
    for (Map.Entry<String, Result> entry : result.getSecondaryResults().entrySet()) {
      if (entry.getKey().endsWith("gc.alloc.rate.norm")) {
        return entry.getValue().getScore();
      }
    }
    return Double.NaN;
  }
}
