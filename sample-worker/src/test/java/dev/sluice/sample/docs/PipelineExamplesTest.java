package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every whole pipeline that is shown can be read by the worker. */
class PipelineExamplesTest {
  private static final Pattern HANDLER = Pattern.compile("(?m)^  handler: (\\S+)$");

  /** Pages whose examples show a part of the file, for Helm, and are rendered by its tests. */
  private static final Set<String> RENDERED = Set.of("shutdown-chain.md");

  static List<Named<String>> pipelines() throws IOException {
    List<Named<String>> pipelines = new ArrayList<>();
    for (Path page : Checkout.pages()) {
      if (!RENDERED.contains(page.getFileName().toString())) {
        new Page(Checkout.read(page))
            .blocks("yaml").stream()
                .filter(block -> block.code().startsWith("apiVersion:"))
                .forEach(b -> pipelines.add(Named.of(page.getFileName().toString(), b.code())));
      }
    }
    try (Stream<Path> samples = Files.list(Checkout.ROOT.resolve("sample-worker/pipelines"))) {
      samples.forEach(
          file -> pipelines.add(Named.of(file.getFileName().toString(), Checkout.read(file))));
    }
    return pipelines;
  }

  @ParameterizedTest
  @MethodSource("pipelines")
  void everyPipelineLoads(String text) {
    Matcher handler = HANDLER.matcher(text);
    String name = handler.find() ? handler.group(1) : "none";
    PipelineFile file = PipelineFile.parse("example.yaml", text);

    assertThatCode(() -> file.outline(Map.of(), Providers.onClassPath(), Set.of(name)))
        .doesNotThrowAnyException();
  }
}
