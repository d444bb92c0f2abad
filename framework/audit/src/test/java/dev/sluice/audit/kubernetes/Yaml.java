package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import java.util.List;

/** Manifests of tests, all of them good YAML, as a file {@code test.yaml}. */
final class Yaml {
  static final String FILE = "test.yaml";

  private Yaml() {}

  static List<Tree> documents(String text) {
    Documents read = Documents.read(SourceText.file(FILE, text));
    assertThat(read.problems()).isEmpty();
    return read.trees();
  }

  static Mapping mapping(String text) {
    return (Mapping) documents(text).get(0);
  }

  static Manifests manifests(String text) {
    return Manifests.of(documents(text));
  }

  static Workload workload(String text) {
    return manifests(text).workloads().get(0);
  }
}
