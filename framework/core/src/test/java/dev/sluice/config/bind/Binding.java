package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.ConfigException;
import dev.sluice.config.ConfigProblem;
import dev.sluice.config.Problems;
import dev.sluice.config.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds a text to a settings record, as the file {@code p.yaml}. */
final class Binding {
  private Binding() {}

  static <R extends Record> R bind(Class<R> type, String text) {
    Problems problems = new Problems();
    Optional<R> bound = bind(type, text, problems);
    problems.throwIfAny();
    return bound.orElseThrow();
  }

  static List<ConfigProblem> refuse(Class<? extends Record> type, String text) {
    Problems problems = new Problems();
    assertThat(bind(type, text, problems)).isEmpty();
    try {
      problems.throwIfAny();
    } catch (ConfigException e) {
      return e.problems();
    }
    throw new AssertionError("nothing was refused");
  }

  private static <R extends Record> Optional<R> bind(
      Class<R> type, String text, Problems problems) {
    Interpolation interpolation =
        Interpolation.of(Map.of("HIDDEN", "hunter1", "BAD", "bad-hunter"));
    return new Binder(interpolation, problems, Map.of())
        .record(type, YamlReader.document("p.yaml", text), "");
  }
}
