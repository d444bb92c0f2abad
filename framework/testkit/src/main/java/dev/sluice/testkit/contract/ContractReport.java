package dev.sluice.testkit.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one run of the contract has measured, as JSON. */
final class ContractReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final String source;
  private final Map<Cell, Result> results = new TreeMap<>();

  ContractReport(String source) {
    this.source = source;
  }

  void add(Result result) {
    results.put(result.cell(), result);
  }

  /** Writes {@code contract-<source>.json}. */
  void write(Path directory) {
    List<Map<String, Object>> cells = new ArrayList<>();
    results.values().forEach(result -> cells.add(result.fields()));
    try {
      Files.createDirectories(directory);
      JSON.writeValue(
          directory.resolve("contract-" + source + ".json").toFile(),
          Map.of("source", source, "cells", cells));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
