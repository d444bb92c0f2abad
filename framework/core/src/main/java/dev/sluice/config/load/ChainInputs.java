package dev.sluice.config.load;

import dev.sluice.config.LimitSettings;
import dev.sluice.config.NodeSettings;
import dev.sluice.config.Problems;
import dev.sluice.config.Setting;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.yaml.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the file that the shutdown chain is computed from. It can be read where the worker's
 * environment is not: placeholders are allowed in none of it but the handler's name.
 *
 * @param pipeline the handler and its limits
 * @param shutdown see {@link ShutdownSettings}
 * @param node see {@link NodeSettings}
 */
record ChainInputs(
    @Setting(doc = "One source, one handler, its limits and policies.") Tasks pipeline,
    @Setting(doc = "The figures that are not a task's.", value = "{}", placeholders = false)
        ShutdownSettings shutdown,
    @Setting(doc = "How long the nodes' drainer waits.", value = "{}", placeholders = false)
        NodeSettings node) {

  /**
   * The chain's part of the {@code pipeline} section.
   *
   * @param handler which handler runs
   * @param limits by handler
   */
  record Tasks(
      @Setting(doc = "Which handler of this jar runs.", min = "1") String handler,
      @Setting(doc = "Limits of tasks.", value = "{}", placeholders = false)
          Map<String, LimitSettings> limits) {}

  /** The handler's name alone; empty when it is missing, wrong or unknown here. */
  record Choice(@Setting(doc = "Which handler of this jar runs.", min = "1") String handler) {}

  static Optional<ChainInputs> read(YamlMap tree, Interpolation interpolation, Problems problems) {
    return new Binder(interpolation, problems, Map.of())
        .record(ChainInputs.class, reduced(tree), "");
  }

  static Optional<String> handler(YamlMap tree, Interpolation interpolation) {
    Binder binder = new Binder(interpolation, new Problems(), Map.of());
    return pipeline(tree)
        .flatMap(map -> binder.record(Choice.class, only(map, List.of("handler")), "pipeline"))
        .map(Choice::handler);
  }

  private static YamlMap reduced(YamlMap tree) {
    YamlMap top = only(tree, List.of("pipeline", "shutdown", "node"));
    return pipeline(tree)
        .map(map -> top.with("pipeline", only(map, List.of("handler", "limits"))))
        .orElse(top);
  }

  private static Optional<YamlMap> pipeline(YamlMap tree) {
    return tree.find("pipeline").filter(YamlMap.class::isInstance).map(YamlMap.class::cast);
  }

  private static YamlMap only(YamlMap map, List<String> keys) {
    return new YamlMap(
        map.entries().stream().filter(entry -> keys.contains(entry.key())).toList(), map.at());
  }
}
