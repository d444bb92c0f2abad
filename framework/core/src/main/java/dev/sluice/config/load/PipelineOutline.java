package dev.sluice.config.load;

import dev.sluice.api.TaskLimits;
import dev.sluice.chain.Chain;
import dev.sluice.chain.ChainSpec;
import dev.sluice.chain.Durations;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.ConfigException;
import dev.sluice.config.ConnectionBudget;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.TaskChoice;
import dev.sluice.config.yaml.YamlMap;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.config.yaml.YamlScalar;
import dev.sluice.config.yaml.YamlWriter;
import dev.sluice.spi.ServiceProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A checked file without its environment: which handlers, limits, chain and services. Immutable.
 */
public final class PipelineOutline {
  private final YamlMap tree;
  private final ChainInputs inputs;
  private final Optional<PipelineConfig> config;
  private final Providers providers;

  PipelineOutline(
      YamlMap tree, ChainInputs inputs, Optional<PipelineConfig> config, Providers providers) {
    this.tree = tree;
    this.inputs = inputs;
    this.config = config;
    this.providers = providers;
  }

  /**
   * A service the file declares.
   *
   * @param kind the key under {@code services}
   * @param name the key under the kind
   * @param type what handlers ask for
   */
  public record DeclaredService(String kind, String name, Class<?> type) {}

  /** The handlers that run. */
  public TaskChoice tasks() {
    return inputs.pipeline().choice();
  }

  /**
   * The connections that a worker may hold open.
   *
   * @param workers how many there are, if known
   * @return empty when a placeholder of the file has no value here
   */
  public Optional<ConnectionBudget> connections(OptionalInt workers) {
    return config.map(known -> ConnectionBudget.of(known, workers));
  }

  /** What handlers may ask for, in the order of the file; some services have two types. */
  public List<DeclaredService> services() {
    List<DeclaredService> declared = new ArrayList<>();
    for (YamlMap.Entry kind : entries(tree.find("services"))) {
      for (YamlMap.Entry name : entries(Optional.of(kind.value()))) {
        ServiceProvider<?> provider = providers.services().get(kind.key());
        declared.add(new DeclaredService(kind.key(), name.key(), provider.serviceType()));
        provider
            .transactionsType()
            .ifPresent(type -> declared.add(new DeclaredService(kind.key(), name.key(), type)));
      }
    }
    return declared;
  }

  /**
   * The limits that hold: the file's figures, else the code's.
   *
   * @param handler one that runs
   * @param code what it declares
   * @throws ConfigException when a figure is missing in both, or the file's is below the code's
   *     without {@code override: true}
   */
  public TaskLimit effectiveLimits(String handler, TaskLimits code) {
    return new EffectiveLimits(tree, handler)
        .of(Optional.ofNullable(inputs.pipeline().limits().get(handler)), code);
  }

  /**
   * The shutdown chain. Whether it fits is a finding, not an exception.
   *
   * @param limits of the handlers that run
   */
  public Chain chain(List<TaskLimit> limits) {
    return Chain.derive(
        new ChainSpec(
            limits,
            inputs.shutdown().budget(),
            Optional.empty(),
            inputs.node().cap(),
            Optional.empty()));
  }

  /**
   * The file completed with the limits that hold, as YAML that loads to the same pipeline. Keys of
   * the chart, placeholders and secrets stand in it as they were written; comments are lost.
   *
   * @param limits of the handlers that run
   */
  public String completed(List<TaskLimit> limits) {
    YamlMap tasks = section(tree.find("pipeline", "limits"));
    for (TaskLimit each : limits) {
      YamlMap task = section(tree.find("pipeline", "limits", each.name()));
      task = withFigure(task, "limit", Optional.of(each.limit()));
      task = withFigure(task, "checkpointEvery", each.checkpointEvery());
      tasks = tasks.with(each.name(), task);
    }
    YamlMap pipeline = section(tree.find("pipeline")).with("limits", tasks);
    return YamlWriter.write(tree.with("pipeline", pipeline));
  }

  private static YamlMap withFigure(YamlMap task, String key, Optional<Duration> figure) {
    return figure.isEmpty() || task.entry(key).isPresent()
        ? task
        : task.with(key, new YamlScalar(Durations.print(figure.get()), true, task.at()));
  }

  private YamlMap section(Optional<YamlNode> node) {
    return node.map(YamlMap.class::cast).orElseGet(() -> new YamlMap(List.of(), tree.at()));
  }

  private static List<YamlMap.Entry> entries(Optional<YamlNode> node) {
    return node.map(map -> ((YamlMap) map).entries()).orElse(List.of());
  }
}
