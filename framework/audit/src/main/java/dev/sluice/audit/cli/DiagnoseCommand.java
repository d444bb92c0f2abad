package dev.sluice.audit.cli;

import dev.sluice.audit.diagnose.Diagnosis;
import dev.sluice.audit.diagnose.KnownFigures;
import dev.sluice.audit.report.DiagnosisJson;
import dev.sluice.audit.report.DiagnosisText;
import dev.sluice.audit.text.Problem;
import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code sluice-audit diagnose}: names the layer that ended a worker. Exit code 0 when each worker
 * has a layer that is certain or likely, 1 when one is open, 2 for bad usage or unreadable input.
 */
@Command(
    name = "sluice-audit diagnose",
    description = "Names the layer that ended a worker, from what it left behind.",
    footer = "Exit code: 0 a layer is named, 1 open, 2 bad usage or unreadable input.",
    sortOptions = false)
public final class DiagnoseCommand implements Callable<Integer> {
  private static final int OPEN = 1;
  private static final int UNREADABLE = 2;
  private static final int MAX_CODE = 255;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Logs, pods, events, journals, mixed as you like; - reads standard input.")
  private List<String> files = List.of();

  @Option(names = "--grace", paramLabel = "TIME", description = "terminationGracePeriodSeconds")
  private String grace;

  @Option(names = "--pre-stop", paramLabel = "TIME", description = "What the preStop hook takes.")
  private String preStop;

  @Option(
      names = "--stopwait",
      paramLabel = "[PROGRAM=]TIME",
      description = "The supervisor's wait.")
  private List<String> stopwaits = List.of();

  @Option(
      names = "--node-limit",
      paramLabel = "TIME",
      description = "What the node's drainer waits.")
  private String nodeLimit;

  @Option(names = "--window", paramLabel = "TIME", description = "The worker's own deadline.")
  private String window;

  @Option(names = "--task", paramLabel = "TIME", description = "The longest that the work takes.")
  private String task;

  @Option(
      names = "--exit-code",
      paramLabel = "CODE",
      description = "Exit code of the worker's process.")
  private Integer exitCode;

  @Option(
      names = "--container-exit-code",
      paramLabel = "CODE",
      description = "Exit code of the container.")
  private Integer containerExitCode;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  boolean help;

  /** Made by picocli. */
  public DiagnoseCommand() {}

  @Override
  public Integer call() {
    OptionalInt exit = code("--exit-code", exitCode);
    OptionalInt container = code("--container-exit-code", containerExitCode);
    KnownFigures figures = figures();
    if (files.isEmpty() && exit.isEmpty() && container.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "nothing to judge: give FILE (- for standard input), --exit-code or --container-exit-code");
    }
    EvidenceFiles evidence = new EvidenceFiles(System.in);
    files.forEach(evidence::read);
    Diagnosis diagnosis = Diagnosis.of(evidence.texts(), figures, exit, container);
    List<Problem> problems = new ArrayList<>(evidence.problems());
    problems.addAll(diagnosis.problems());
    return print(new Diagnosis(diagnosis.verdicts(), problems));
  }

  private int print(Diagnosis diagnosis) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json
            ? DiagnosisJson.render(diagnosis)
            : DiagnosisText.render(
                diagnosis, spec.commandLine().getColorScheme().ansi().enabled()));
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    diagnosis.problems().forEach(problem -> err.println("sluice-audit: " + problem));
    err.flush();
    if (!diagnosis.problems().isEmpty()) {
      return UNREADABLE;
    }
    return diagnosis.allNamed() ? 0 : OPEN;
  }

  private KnownFigures figures() {
    Map<String, Duration> waits = new HashMap<>();
    for (String text : stopwaits) {
      int equals = text.lastIndexOf('=');
      waits.put(
          equals < 0 ? "" : text.substring(0, equals),
          parse("--stopwait", text.substring(equals + 1)));
    }
    return new KnownFigures(
        time("--window", window),
        time("--grace", grace),
        time("--pre-stop", preStop),
        waits,
        time("--node-limit", nodeLimit),
        time("--task", task));
  }

  private Optional<Duration> time(String option, String text) {
    return Optional.ofNullable(text).map(given -> parse(option, given));
  }

  private Duration parse(String option, String text) {
    try {
      return Durations.parse(option, text);
    } catch (InvalidDuration e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private OptionalInt code(String option, Integer code) {
    if (code == null) {
      return OptionalInt.empty();
    }
    if (code < 0 || code > MAX_CODE) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + code + ", but exit codes go from 0 to " + MAX_CODE);
    }
    return OptionalInt.of(code);
  }
}
