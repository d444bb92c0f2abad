package dev.sluice.testkit.rehearsal;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code rehearse}; set by picocli. */
final class RehearseOptions {
  @Option(
      names = "--records",
      paramLabel = "FILE",
      required = true,
      description = "The records: one JSON document a line. The handler is called with them.")
  private Path records;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "Of which kind of pipeline.kinds the records are; its handler is called. Mandatory with"
              + " kinds.")
  private String kind;

  @Option(
      names = "--key-field",
      paramLabel = "NAME",
      description = "The field of the documents that is the record's key. Default: no keys.")
  private String keyField;

  @Option(
      names = "--max-records",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Take the first N lines only. Default: ${DEFAULT-VALUE}.")
  private int maxRecords;

  @Option(
      names = "--against",
      paramLabel = "SERVICE=TEXT",
      description =
          "Says where a service may lead: rehearse only if a setting of it contains this host,"
              + " address or database as a whole word. Once for each service of the pipeline's"
              + " file.")
  private Map<String, String> against = new LinkedHashMap<>();

  @Option(
      names = "--yes",
      description = "The handler may be called, though no service says what it leads to.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  RehearseOptions() {}

  Path records() {
    return records;
  }

  Optional<String> kind() {
    return Optional.ofNullable(kind);
  }

  Optional<String> keyField() {
    return Optional.ofNullable(keyField);
  }

  int maxRecords() {
    return maxRecords;
  }

  Map<String, String> against() {
    return against;
  }

  boolean yes() {
    return yes;
  }

  boolean json() {
    return json;
  }
}
