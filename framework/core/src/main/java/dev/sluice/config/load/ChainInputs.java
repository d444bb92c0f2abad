package dev.sluice.config.load;

import dev.sluice.config.LimitSettings;
import dev.sluice.config.NodeSettings;
import dev.sluice.config.Problems;
import dev.sluice.config.Setting;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.config.TaskChoice;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.yaml.YamlMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the file that the shutdown chain is computed from. It can be read where the worker's
 * environment is not: placeholders are allowed in none of it but the handlers' names.
 *
 * @param pipeline the handlers and their limits
 * @param shutdown see {@link ShutdownSettings}
 * @param node see {@link NodeSettings}
 */
record ChainInputs(
    @Setting(doc = "One source, one handler, its limits and policies.") Tasks pipeline,
    @Setting(doc = "The figures that are not a task's.", value = "{}", placeholders = false)
        ShutdownSettings shutdown,
    @Setting(doc = "How long the nodes' drainer waits.", value = "{}", placeholders = false)
        NodeSettings node) {

  private static final List<String> NAMES = List.of("handler", "kinds");

  /**
   * The chain's part of the {@code pipeline} section.
   *
   * @param handler which handler runs
   * @param kinds which one runs for each kind
   * @param limits by handler
   */
  record Tasks(
      @Setting(doc = "Which handler of this jar runs.", min = "1") Optional<String> handler,
      @Setting(doc = "Handlers by kind.", value = "{}") Map<String, String> kinds,
      @Setting(doc = "Limits of tasks.", value = "{}", placeholders = false)
          Map<String, LimitSettings> limits) {

    Tasks {
      new TaskChoice(handler, kinds);
    }

    TaskChoice choice() {
      return new TaskChoice(handler, kinds);
    }
  }

  /** The names of handlers alone. */
  record Names(
      @Setting(doc = "Which handler of this jar runs.", min = "1") Optional<String> handler,
      @Setting(doc = "Handlers by kind.", value = "{}") Map<String, String> kinds) {

    /** Every name under its key below {@code pipeline}. */
    Map<String, String> byKey() {
      Map<String, String> named = new LinkedHashMap<>();
      handler.ifPresent(name -> named.put("handler", name));
      kinds.forEach((kind, name) -> named.put("kinds." + kind, name));
      return named;
    }
  }

  static Optional<ChainInputs> read(YamlMap tree, Interpolation interpolation, Problems problems) {
    return new Binder(interpolation, problems, Map.of())
        .record(ChainInputs.class, reduced(tree), "");
  }

  /** The names of handlers; empty when one is missing, wrong or unknown here. */
  static Optional<Names> names(YamlMap tree, Interpolation interpolation) {
    Binder binder = new Binder(interpolation, new Problems(), Map.of());
    return pipeline(tree).flatMap(map -> binder.record(Names.class, only(map, NAMES), "pipeline"));
  }

  private static YamlMap reduced(YamlMap tree) {
    YamlMap top = only(tree, List.of("pipeline", "shutdown", "node"));
    return pipeline(tree)
        .map(map -> top.with("pipeline", only(map, List.of("handler", "kinds", "limits"))))
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
