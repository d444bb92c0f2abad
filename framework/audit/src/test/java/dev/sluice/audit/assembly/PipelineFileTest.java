package dev.sluice.audit.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import dev.sluice.chain.NodeCap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineFileTest {
  @Test
  void readsLimitsBudgetAndNode() {
    PipelineFile file =
        read(
            """
            apiVersion: sluice.dev/v1
            pipeline:
              limits:
                load: { limit: 2m, checkpointEvery: 20s, override: true }
                mail: { limit: 60 }
            shutdown: { commit: 5s, close: 1500ms }
            node: { profile: aws-spot, limit: 100s }
            """);

    assertThat(file.problems()).isEmpty();
    assertThat(file.nodeCap()).contains(new NodeCap("node.limit", 100));
    assertThat(file.tasks()).hasSize(2);
    Tasks.Declared load = file.tasks().get(0);
    assertThat(load.limit().need()).isEqualTo(Duration.ofSeconds(20));
    assertThat(load.budget().orElseThrow().close()).isEqualTo(Duration.ofMillis(1500));
    assertThat(load.budget().orElseThrow().margin()).isEqualTo(Duration.ofSeconds(10));
    assertThat(load.origin()).isEqualTo("pipeline.yaml:4");
    assertThat(load.scope()).contains("orders");
  }

  @Test
  void tellsItsOwnKindOfFile() {
    assertThat(PipelineFile.is(tree("apiVersion: sluice.dev/v1\npipeline: {}\n"))).isTrue();
    assertThat(PipelineFile.is(tree("apiVersion: v1\npipeline: {}\n"))).isFalse();
    assertThat(PipelineFile.is(tree("[1]"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pipeline: { limits: { a: { limit: abc } } }            | pipeline.limits.a.limit: "abc"
          pipeline: { limits: { a: { limit: -5s } } }            | pipeline.limits.a.limit: "-5s"
          pipeline: { limits: { a: { limit: 0 } } }              | must be above zero
          pipeline: { limits: { a: { limit: [1] } } }            | a section or a list
          pipeline: { limits: { a: { limit: 1s, checkpointEvery: 2s } } } | checkpointEvery is above
          pipeline: { limits: { a: { checkpointEvery: 2s } } }   | worker describe -c prints
          pipeline: { limits: { a: { limits: 2s, limit: 1s } } } | pipeline.limits.a.limits is no key
          pipeline: { limits: { a: 90s } }                       | is no section
          pipeline: { limits: [a] }                              | must be a section
          pipeline: { }                                          | pipeline.limits is missing
          """)
  void refusesALimitItCannotRead(String text, String message) {
    PipelineFile file = read(text);

    assertThat(file.problems()).extracting(Problem::message).anyMatch(it -> it.contains(message));
    assertThat(file.tasks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node: { profile: karpenter }                     | needs its own figure
          node: { profile: lunar }                         | "lunar" is unknown
          node: { kubelet: { critical: 5s } }              | node.kubelet.shutdownGracePeriod is missing
          node: { kubelet: { shutdownGracePeriod: 1x } }   | node.kubelet.shutdownGracePeriod: "1x"
          node: { limits: 5s }                             | node.limits is no key
          """)
  void refusesANodeItCannotRead(String node, String message) {
    PipelineFile file = read("pipeline: { limits: { a: { limit: 1s } } }\n" + node);

    assertThat(file.problems())
        .singleElement()
        .satisfies(it -> assertThat(it.toString()).startsWith("pipeline.yaml:2").contains(message));
    assertThat(file.nodeCap()).isEmpty();
    assertThat(file.tasks()).hasSize(1);
  }

  @Test
  void neverReplacesAFigureByADefault() {
    PipelineFile file =
        read("pipeline: { limits: { a: { limit: 1s } } }\nshutdown: { commit: 1:30, clsoe: 5s }\n");

    assertThat(file.tasks()).isEmpty();
    assertThat(file.problems()).hasSize(2);
  }

  private static PipelineFile read(String text) {
    return PipelineFile.read(tree(text), Optional.of("orders"));
  }

  private static Tree tree(String text) {
    List<Tree> trees = Documents.read(SourceText.file("pipeline.yaml", text)).trees();
    assertThat(trees).hasSize(1);
    return trees.get(0);
  }
}
