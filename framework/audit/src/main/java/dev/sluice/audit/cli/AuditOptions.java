package dev.sluice.audit.cli;

import dev.sluice.audit.input.Helm;
import dev.sluice.audit.model.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command line of an audit as it was typed. {@link Help} describes it. */
@Command(name = "sluice-audit")
final class AuditOptions {
  @Option(names = "--limits")
  List<String> limits = new ArrayList<>();

  @Option(names = "--task", converter = TaskConverter.class)
  List<TaskOption> tasks = new ArrayList<>();

  @Option(names = "--node-limit")
  Optional<String> nodeLimit = Optional.empty();

  @Option(names = "--node-profile")
  Optional<String> nodeProfile = Optional.empty();

  @Option(names = "--image")
  Map<String, String> images = new LinkedHashMap<>();

  @Option(names = "--supervisord")
  Map<String, String> supervisord = new LinkedHashMap<>();

  @Option(names = "--docs")
  List<String> docs = new ArrayList<>();

  @Option(names = "--helm")
  String helm = Helm.INSTALLED.program();

  @Option(names = "--values")
  List<String> values = new ArrayList<>();

  @Option(names = "--release-name")
  String releaseName = Helm.INSTALLED.releaseName();

  @Option(names = "--json")
  boolean json;

  @Option(names = "--sarif")
  boolean sarif;

  @Option(names = "--output")
  Optional<String> output = Optional.empty();

  @Option(names = "--baseline")
  Optional<String> baseline = Optional.empty();

  @Option(names = "--write-baseline")
  Optional<String> writeBaseline = Optional.empty();

  @Option(names = "--fail-on", converter = LevelConverter.class)
  Level failOn = Level.WARNING;

  @Option(names = "--compare", arity = "2")
  List<String> compare = new ArrayList<>();

  @Option(names = {"-v", "--verbose"})
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true)
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true)
  boolean version;

  @Parameters(paramLabel = "FILE|DIR|-", arity = "0..*")
  List<String> operands = new ArrayList<>();

  /** How charts are rendered. */
  Helm rendering() {
    return new Helm(helm, values, releaseName, Helm.INSTALLED.patience());
  }

  /** What makes no sense together, in words for the user. */
  Optional<String> contradiction() {
    if (!compare.isEmpty()) {
      return comparing();
    }
    if (operands.isEmpty()) {
      return Optional.of("nothing to audit: name files or directories, or - for standard input");
    }
    if (json && sarif) {
      return Optional.of("--json and --sarif exclude each other: choose one");
    }
    return Optional.empty();
  }

  private Optional<String> comparing() {
    if (compare.size() != 2) {
      return Optional.of("--compare is given once, with two files or directories");
    }
    if (!operands.isEmpty()) {
      return Optional.of(
          "--compare takes two operands, "
              + operands.get(0)
              + " is one too many: put options first");
    }
    if (sarif || baseline.isPresent() || writeBaseline.isPresent() || !docs.isEmpty()) {
      return Optional.of(
          "--compare shows figures, no findings: leave out --sarif, --baseline, --write-baseline"
              + " and --docs");
    }
    return Optional.empty();
  }

  /** Reads a level. */
  static final class LevelConverter implements ITypeConverter<Level> {
    @Override
    public Level convert(String value) {
      for (Level level : Level.values()) {
        if (level.word().equals(value.toLowerCase(Locale.ROOT))) {
          return level;
        }
      }
      throw new TypeConversionException("'" + value + "' is none of error, warning, note");
    }
  }

  /** Reads a task. */
  static final class TaskConverter implements ITypeConverter<TaskOption> {
    @Override
    public TaskOption convert(String value) {
      return TaskOption.parse(value);
    }
  }
}
