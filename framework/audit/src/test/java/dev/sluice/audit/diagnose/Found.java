package dev.sluice.audit.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What somebody has collected after a stop. */
final class Found {
  private final List<SourceText> files = new ArrayList<>();
  private final Map<String, Duration> waits = new HashMap<>();
  private KnownFigures figures = KnownFigures.NONE;
  private OptionalInt exit = OptionalInt.empty();
  private OptionalInt container = OptionalInt.empty();

  static Found file(String name, String content) {
    return new Found().and(name, content);
  }

  static Found nothing() {
    return new Found();
  }

  static String resource(String name) {
    try (InputStream in = Found.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Found and(String name, String content) {
    files.add(SourceText.file(name, content));
    return this;
  }

  Found grace(int seconds) {
    figures = figures.orGrace(Optional.of(Duration.ofSeconds(seconds)));
    return this;
  }

  Found window(int seconds) {
    figures = figures.orWindow(Optional.of(Duration.ofSeconds(seconds)));
    return this;
  }

  Found stopwait(int seconds) {
    waits.put("", Duration.ofSeconds(seconds));
    return this;
  }

  Found node(int seconds) {
    figures =
        new KnownFigures(
            figures.window(),
            figures.grace(),
            figures.preStop(),
            figures.stopwaits(),
            Optional.of(Duration.ofSeconds(seconds)),
            figures.task());
    return this;
  }

  Found task(int seconds) {
    figures =
        new KnownFigures(
            figures.window(),
            figures.grace(),
            figures.preStop(),
            figures.stopwaits(),
            figures.nodeLimit(),
            Optional.of(Duration.ofSeconds(seconds)));
    return this;
  }

  Found exit(int code) {
    exit = OptionalInt.of(code);
    return this;
  }

  Found container(int code) {
    container = OptionalInt.of(code);
    return this;
  }

  Diagnosis diagnosis() {
    KnownFigures all =
        new KnownFigures(
            figures.window(),
            figures.grace(),
            figures.preStop(),
            waits,
            figures.nodeLimit(),
            figures.task());
    return Diagnosis.of(files, all, exit, container);
  }

  /** The verdict of the only worker. */
  Verdict verdict() {
    List<Verdict> all = diagnosis().verdicts();
    if (all.size() != 1) {
      throw new AssertionError("not one verdict: " + all);
    }
    return all.get(0);
  }

  /** The verdict about one of several. */
  Verdict verdict(String subject) {
    return diagnosis().verdicts().stream()
        .filter(verdict -> verdict.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError(subject + " is not in " + diagnosis().verdicts()));
  }
}
