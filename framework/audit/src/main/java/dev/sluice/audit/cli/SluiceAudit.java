package dev.sluice.audit.cli;

import dev.sluice.audit.input.InputReader;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.report.Baseline;
import dev.sluice.audit.report.Comparison;
import dev.sluice.audit.report.ComparisonReport;
import dev.sluice.audit.report.JsonReport;
import dev.sluice.audit.report.SarifReport;
import dev.sluice.audit.report.TextReport;
import dev.sluice.audit.text.Problem;
import dev.sluice.chain.InvalidDeclaration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The command {@code sluice-audit}. Exit codes: 0 nothing at or above {@code --fail-on}, 1 findings
 * (or a difference, with {@code --compare}), 2 bad usage or unreadable input.
 */
public final class SluiceAudit {
  private static final String DIAGNOSE = "diagnose";
  private static final int FINE = 0;
  private static final int FOUND = 1;
  private static final int UNUSABLE = 2;

  private final Terminal terminal;
  private final AuditOptions options = new AuditOptions();

  private SluiceAudit(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String... args) {
    System.exit(run(Terminal.ofProcess(), args));
  }

  static int run(Terminal terminal, String... args) {
    if (args.length > 0 && args[0].equals(DIAGNOSE)) {
      return diagnose(terminal, Arrays.copyOfRange(args, 1, args.length));
    }
    SluiceAudit command = new SluiceAudit(terminal);
    try {
      return command.run(args);
    } catch (ParameterException | InvalidDeclaration e) {
      return command.refuse(e.getMessage());
    } catch (OutOfMemoryError e) {
      return command.refuse("out of memory: name fewer files, or start with java -Xmx1g -jar ...");
    } catch (RuntimeException | StackOverflowError e) {
      command.refuse("this is a bug of sluice-audit: " + e + "; -v prints where");
      if (command.options.verbose) {
        e.printStackTrace(terminal.err());
      }
      return UNUSABLE;
    }
  }

  // By the first word alone, so that an audit loads nothing of it.
  private static int diagnose(Terminal terminal, String... args) {
    CommandLine line = new CommandLine(new DiagnoseCommand());
    line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler(
        (e, command, result) -> new SluiceAudit(terminal).refuse("this is a bug: " + e));
    line.setParameterExceptionHandler(
        (e, words) ->
            new SluiceAudit(terminal).refuse(e.getMessage(), "sluice-audit diagnose --help"));
    return line.execute(args);
  }

  private int run(String... args) {
    options.parse(args);
    if (options.help) {
      terminal.out().print(Help.TEXT);
      return FINE;
    }
    if (options.version) {
      terminal.out().println("sluice-audit " + Version.text());
      return FINE;
    }
    Optional<String> contradiction = options.contradiction();
    if (contradiction.isPresent()) {
      return refuse(contradiction.get());
    }
    Declarations declarations = Declarations.of(options);
    return options.compare.isEmpty() ? audit(declarations) : compare(declarations);
  }

  private int audit(Declarations declarations) {
    List<Problem> problems = new ArrayList<>();
    Optional<Baseline> known =
        options
            .baseline
            .flatMap(name -> InputReader.file(name, problems))
            .map(text -> Baseline.read(text, problems));
    AuditRun run = new AuditRun(options, declarations);
    Audit audit = run.audit(options.operands, terminal.in());
    run.requireNamed(audit.estate());
    tell(run);
    audit =
        new Audit(
            audit.estate(),
            audit.findings(),
            audit.baseline(),
            Stream.concat(problems.stream(), audit.problems().stream()).toList());
    if (options.writeBaseline.isPresent()) {
      known =
          Optional.of(Baseline.accepting(audit.findings(), known.orElse(new Baseline(List.of()))));
      if (!write(options.writeBaseline.get(), known.get().json())) {
        return UNUSABLE;
      }
      terminal
          .err()
          .println(
              options.writeBaseline.get()
                  + ": "
                  + known.get().entries().size()
                  + " accepted; write the reasons down");
    }
    Audit judged = known.isPresent() ? audit.against(known.get()) : audit;
    if (!print(report(judged), judged.problems())) {
      return UNUSABLE;
    }
    if (!judged.problems().isEmpty()) {
      return UNUSABLE;
    }
    return judged.reaches(options.failOn) ? FOUND : FINE;
  }

  private String report(Audit audit) {
    if (options.json) {
      return JsonReport.render(audit, Version.text());
    }
    return options.sarif
        ? SarifReport.render(audit, Version.text())
        : TextReport.render(audit, colours());
  }

  private int compare(Declarations declarations) {
    String first = options.compare.get(0);
    String second = options.compare.get(1);
    AuditRun one = new AuditRun(options, declarations);
    Audit a = one.audit(List.of(first), terminal.in());
    AuditRun other = new AuditRun(options, declarations);
    Audit b = other.audit(List.of(second), terminal.in());
    tell(one);
    tell(other);
    List<Problem> problems =
        Stream.concat(a.problems().stream(), b.problems().stream()).distinct().toList();
    Comparison comparison = Comparison.of(first, a.estate(), second, b.estate());
    String report =
        options.json
            ? ComparisonReport.json(comparison, problems)
            : ComparisonReport.text(comparison, problems, colours());
    if (!print(report, problems) || !problems.isEmpty()) {
      return UNUSABLE;
    }
    return comparison.differs() ? FOUND : FINE;
  }

  private boolean colours() {
    return terminal.colours() && options.output.isEmpty();
  }

  private void tell(AuditRun run) {
    if (options.verbose) {
      run.skipped().forEach(line -> terminal.err().println("passed over: " + line));
    }
  }

  // Where a person does not see the report, the problems are said all the same.
  private boolean print(String report, List<Problem> problems) {
    if (options.json || options.sarif || options.output.isPresent()) {
      problems.forEach(problem -> terminal.err().println(problem));
    }
    if (options.output.isPresent()) {
      return write(options.output.get(), report);
    }
    terminal.out().print(report);
    if (terminal.out().checkError()) {
      terminal.err().println("sluice-audit: can't write the report to standard output");
      return false;
    }
    return true;
  }

  private boolean write(String file, String text) {
    try {
      Files.writeString(Path.of(file), text);
      return true;
    } catch (IOException | InvalidPathException e) {
      terminal.err().println("sluice-audit: can't write " + file + ": " + reason(e));
      return false;
    }
  }

  private static String reason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "its directory does not exist";
    }
    return e instanceof AccessDeniedException
        ? "this user may not write there"
        : Optional.ofNullable(e.getMessage()).orElse("it can't be opened");
  }

  private int refuse(String message) {
    return refuse(message, "sluice-audit --help");
  }

  private int refuse(String message, String next) {
    terminal.err().println("sluice-audit: " + message);
    terminal.err().println("Try " + next + ".");
    return UNUSABLE;
  }
}
