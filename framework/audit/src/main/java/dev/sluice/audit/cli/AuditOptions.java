package dev.sluice.audit.cli;

import dev.sluice.audit.input.Helm;
import dev.sluice.audit.model.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The command line of an audit as it was typed. {@link Help} describes it. Declared by code: to
 * read annotations would take a third of the time of a start.
 */
final class AuditOptions {
  private static final String VERBOSE = "--verbose";
  private static final String HELP = "--help";
  private static final String VERSION = "--version";

  List<String> limits = new ArrayList<>();
  List<TaskOption> tasks = new ArrayList<>();
  Optional<String> nodeLimit = Optional.empty();
  Optional<String> nodeProfile = Optional.empty();
  Map<String, String> images = new LinkedHashMap<>();
  Map<String, String> supervisord = new LinkedHashMap<>();
  List<String> docs = new ArrayList<>();
  String helm = Helm.INSTALLED.program();
  List<String> values = new ArrayList<>();
  String releaseName = Helm.INSTALLED.releaseName();
  boolean json;
  boolean sarif;
  Optional<String> output = Optional.empty();
  Optional<String> baseline = Optional.empty();
  Optional<String> writeBaseline = Optional.empty();
  Level failOn = Level.WARNING;
  List<String> compare = new ArrayList<>();
  boolean verbose;
  boolean help;
  boolean version;
  List<String> operands = new ArrayList<>();

  /** All options and operands. */
  static CommandSpec spec() {
    return CommandSpec.create()
        .name("sluice-audit")
        .addOption(texts("--limits", "FILE").build())
        .addOption(
            texts("--task", "[NAME=]T")
                .auxiliaryTypes(TaskOption.class)
                .converters(new TaskConverter())
                .build())
        .addOption(text("--node-limit", "T").build())
        .addOption(text("--node-profile", "NAME").build())
        .addOption(pairs("--image", "NAME=DOCKERFILE").build())
        .addOption(pairs("--supervisord", "NAME=FILE").build())
        .addOption(texts("--docs", "FILE|DIR").build())
        .addOption(text("--helm", "PATH").build())
        .addOption(texts("--values", "FILE").build())
        .addOption(text("--release-name", "NAME").build())
        .addOption(flag("--json").build())
        .addOption(flag("--sarif").build())
        .addOption(text("--output", "FILE").build())
        .addOption(text("--baseline", "FILE").build())
        .addOption(text("--write-baseline", "FILE").build())
        .addOption(
            text("--fail-on", "LEVEL").type(Level.class).converters(new LevelConverter()).build())
        .addOption(texts("--compare", "A B").arity("2").build())
        .addOption(flag("-v", VERBOSE).build())
        .addOption(flag("-h", HELP).usageHelp(true).build())
        .addOption(flag("-V", VERSION).versionHelp(true).build())
        .addPositional(
            PositionalParamSpec.builder()
                .paramLabel("FILE|DIR|-")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
  }

  /**
   * Takes what was typed.
   *
   * @throws picocli.CommandLine.ParameterException for bad usage, with words for the user
   */
  void parse(String... args) {
    ParseResult line = new CommandLine(spec()).parseArgs(args);
    limits = line.matchedOptionValue("--limits", limits);
    tasks = line.matchedOptionValue("--task", tasks);
    nodeLimit = optional(line, "--node-limit");
    nodeProfile = optional(line, "--node-profile");
    images = line.matchedOptionValue("--image", images);
    supervisord = line.matchedOptionValue("--supervisord", supervisord);
    docs = line.matchedOptionValue("--docs", docs);
    helm = line.matchedOptionValue("--helm", helm);
    values = line.matchedOptionValue("--values", values);
    releaseName = line.matchedOptionValue("--release-name", releaseName);
    json = line.hasMatchedOption("--json");
    sarif = line.hasMatchedOption("--sarif");
    output = optional(line, "--output");
    baseline = optional(line, "--baseline");
    writeBaseline = optional(line, "--write-baseline");
    failOn = line.matchedOptionValue("--fail-on", failOn);
    compare = line.matchedOptionValue("--compare", compare);
    verbose = line.hasMatchedOption(VERBOSE);
    help = line.hasMatchedOption(HELP);
    version = line.hasMatchedOption(VERSION);
    operands = line.matchedPositionalValue(0, operands);
  }

  private static Optional<String> optional(ParseResult line, String name) {
    return Optional.ofNullable(line.matchedOptionValue(name, (String) null));
  }

  private static OptionSpec.Builder text(String name, String label) {
    return OptionSpec.builder(name).paramLabel(label).arity("1").type(String.class);
  }

  private static OptionSpec.Builder texts(String name, String label) {
    return text(name, label).type(List.class).auxiliaryTypes(String.class);
  }

  private static OptionSpec.Builder pairs(String name, String label) {
    return text(name, label).type(Map.class).auxiliaryTypes(String.class, String.class);
  }

  private static OptionSpec.Builder flag(String... names) {
    return OptionSpec.builder(names).arity("0").type(boolean.class);
  }

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
