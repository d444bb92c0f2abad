package dev.sluice.config.load;

import dev.sluice.config.ConfigException;
import dev.sluice.config.ConfigProblem;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.Problems;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.bind.Suggestion;
import dev.sluice.config.yaml.FileText;
import dev.sluice.config.yaml.YamlMap;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.config.yaml.YamlReader;
import dev.sluice.config.yaml.YamlScalar;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One {@code pipeline.yaml} as it was written. Immutable. Loading may read the files that
 * placeholders name, so it blocks.
 */
public final class PipelineFile {
  private final YamlMap tree;

  private PipelineFile(YamlMap tree) {
    this.tree = tree;
  }

  /**
   * Reads a file; blocks.
   *
   * @throws ConfigException when it can't be read, is not the YAML of a configuration file, or has
   *     another {@code apiVersion}
   */
  public static PipelineFile read(Path file) {
    return parse(file.toString(), FileText.read(file));
  }

  /**
   * Takes a text for a file's content; see {@link #read}.
   *
   * @param name how messages name it
   */
  public static PipelineFile parse(String name, String text) {
    YamlMap tree = YamlReader.document(name, text);
    refuseOtherVersion(tree);
    return new PipelineFile(tree);
  }

  /**
   * Everything the worker needs.
   *
   * @param variables what placeholders are replaced from
   * @param providers the adapters of this jar
   * @param handlers the names of its handlers
   * @throws ConfigException with all mistakes of the file
   */
  public PipelineConfig load(
      Map<String, String> variables, Providers providers, Set<String> handlers) {
    return check(Interpolation.of(variables), variables, providers, handlers).orElseThrow();
  }

  /**
   * What can be said about the file away from its deployment: everything is checked, but
   * placeholders without a value are passed over.
   *
   * @param variables what placeholders are replaced from, as far as they go
   * @param providers the adapters of this jar
   * @param handlers the names of its handlers
   * @throws ConfigException with all mistakes of the file
   */
  public PipelineOutline outline(
      Map<String, String> variables, Providers providers, Set<String> handlers) {
    Optional<PipelineConfig> config =
        check(Interpolation.tolerant(variables), variables, providers, handlers);
    Problems problems = new Problems();
    Optional<ChainInputs> inputs = ChainInputs.read(tree, Interpolation.of(variables), problems);
    problems.throwIfAny();
    return new PipelineOutline(tree, inputs.orElseThrow(), config, providers);
  }

  private Optional<PipelineConfig> check(
      Interpolation interpolation,
      Map<String, String> variables,
      Providers providers,
      Set<String> handlers) {
    Problems problems = new Problems();
    Binder binder = new Binder(interpolation, problems, new AdapterBinders(providers).byType());
    Optional<PipelineConfig> config =
        binder.record(PipelineConfig.class, tree, "", ChartKeys.NAMES);
    // Names are checked on their own, so that they are told together with everything else.
    ChainInputs.names(tree, Interpolation.of(variables))
        .ifPresent(
            names ->
                names
                    .byKey()
                    .forEach((key, name) -> refuseUnknownHandler(key, name, handlers, problems)));
    refuseUnknownLimits(handlers, problems);
    problems.throwIfAny();
    return config;
  }

  private void refuseUnknownHandler(
      String key, String handler, Set<String> handlers, Problems problems) {
    if (!handlers.contains(handler)) {
      String[] path = ("pipeline." + key).split("\\.", 3);
      problems.add(
          tree.nearest(path),
          "pipeline." + key,
          "this jar has no handler '" + handler + "'" + others(handler, handlers));
    }
  }

  private void refuseUnknownLimits(Set<String> handlers, Problems problems) {
    Optional<YamlNode> limits = tree.find("pipeline", "limits");
    if (limits.isPresent() && limits.get() instanceof YamlMap map) {
      for (YamlMap.Entry entry : map.entries()) {
        if (!handlers.contains(entry.key())) {
          problems.add(
              entry.at(),
              "pipeline.limits." + entry.key(),
              "this jar has no handler of that name" + others(entry.key(), handlers));
        }
      }
    }
  }

  private static String others(String name, Set<String> handlers) {
    return Suggestion.hint(name, handlers)
        + " (it has "
        + String.join(", ", new TreeSet<>(handlers))
        + ")";
  }

  private static void refuseOtherVersion(YamlMap tree) {
    Optional<YamlNode> version = tree.find("apiVersion");
    if (version.isPresent()
        && version.get() instanceof YamlScalar scalar
        && !scalar.text().equals(PipelineConfig.API_VERSION)) {
      // Alone, because a file of another version may well have other keys.
      throw new ConfigException(
          List.of(
              new ConfigProblem(
                  scalar.at(),
                  "apiVersion",
                  "'"
                      + scalar.text()
                      + "' is not "
                      + PipelineConfig.API_VERSION
                      + ", the only version this worker reads")));
    }
  }
}
