package dev.sluice.chart;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** The chart with the values files of one release, given as text. */
final class Release {
  static final Path CHART = Path.of("").toAbsolutePath();
  private static final String KUBERNETES = "1.33.0";

  private final List<String> files = new ArrayList<>();
  private final Map<String, Object> set = new LinkedHashMap<>();
  private String kubernetes = KUBERNETES;

  static Release of(String... valuesFiles) {
    Release release = new Release();
    release.files.addAll(List.of(valuesFiles));
    return release;
  }

  static Release of(Map<String, Object> values) {
    return of(dump(values));
  }

  static String dump(Map<String, Object> values) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(options).dump(values);
  }

  Release with(String valuesFile) {
    files.add(valuesFile);
    return this;
  }

  Release set(String key, Object value) {
    set.put(key, value);
    return this;
  }

  Release onKubernetes(String version) {
    kubernetes = version;
    return this;
  }

  /** The manifests, in Helm's order. */
  Manifests render() {
    return Manifests.parse(
        withFiles(
            paths -> {
              TemplateCommand command =
                  new Helm(CHART)
                      .template()
                      .withName("flights")
                      .withNamespace("default")
                      .withKubeVersion(kubernetes);
              paths.forEach(command::withValuesFile);
              set.forEach(command::set);
              return command.call();
            }));
  }

  /** What an operator reads after an install. */
  String notes() {
    return withFiles(
        paths -> {
          InstallCommand command =
              new Helm(CHART)
                  .install()
                  .withName("flights")
                  .withNamespace("default")
                  .withKubeVersion(kubernetes)
                  .clientOnly()
                  .withDryRunOption(DryRun.CLIENT);
          paths.forEach(command::withValuesFile);
          set.forEach(command::set);
          String output = command.call().getOutput();
          return output.substring(output.indexOf("NOTES:\n") + "NOTES:\n".length());
        });
  }

  private interface Rendering {
    String from(List<Path> valuesFiles);
  }

  private String withFiles(Rendering rendering) {
    List<Path> paths = new ArrayList<>();
    try {
      for (String file : files) {
        Path path = Files.createTempFile("values", ".yaml");
        paths.add(path);
        Files.writeString(path, file);
      }
      return rendering.from(paths);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      paths.forEach(path -> path.toFile().delete());
    }
  }
}
