package dev.sluice.chain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.yaml.snakeyaml.Yaml;

/**
 * One row of a golden file, and the chain that its declarations give. The chart's tests read the
 * same rows.
 *
 * @param row as the file has it
 */
public record Golden(Map<String, Object> row) {

  /** The rows of a file that is a list. */
  public static List<Golden> rows(String file) {
    List<Golden> rows = new ArrayList<>();
    for (Object row : (Iterable<?>) load(file)) {
      rows.add(new Golden(asMap(row)));
    }
    return rows;
  }

  /** A file that is a map. */
  public static Golden file(String file) {
    return new Golden(asMap(load(file)));
  }

  private static Object load(String file) {
    try (InputStream in = Golden.class.getResourceAsStream("golden/" + file)) {
      return new Yaml().load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All refusals of a chain in full, one after the other; empty when it fits. */
  public static Optional<String> refusal(Chain chain) {
    return chain.findings().stream()
        .filter(Finding::refuses)
        .map(Finding::text)
        .reduce((first, second) -> first + "\n" + second);
  }

  @Override
  public String toString() {
    return String.valueOf(row.get("case"));
  }

  /** A section of the row; empty when it is absent. */
  public Golden map(String key) {
    return new Golden(asMap(row.getOrDefault(key, Map.of())));
  }

  /** A whole number of the row. */
  public OptionalLong number(String key) {
    return row.get(key) instanceof Number n ? OptionalLong.of(n.longValue()) : OptionalLong.empty();
  }

  /** A scalar of the row as text. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(row.get(key)).map(String::valueOf);
  }

  /** A list of the row; empty when it is absent. */
  public <T> List<T> list(String key) {
    Object value = row.getOrDefault(key, List.of());
    @SuppressWarnings("unchecked")
    List<T> list = (List<T>) value;
    return list;
  }

  /** A scalar of the row as a duration. */
  public Optional<Duration> duration(String key) {
    return text(key).map(text -> Durations.parse(key, text));
  }

  /** What the library derives from the declarations of the row. */
  public Chain chain() {
    return Chain.derive(
        new ChainSpec(
            tasks(),
            budget(),
            supervisor(),
            node().resolve(),
            duration("terminationGracePeriodSeconds")));
  }

  private List<TaskLimit> tasks() {
    List<TaskLimit> tasks = new ArrayList<>();
    for (String name : map("limits").row().keySet()) {
      Golden limits = map("limits").map(name);
      tasks.add(
          new TaskLimit(
              name, limits.duration("limit").orElseThrow(), limits.duration("checkpointEvery")));
    }
    return tasks;
  }

  private ShutdownBudget budget() {
    Golden shutdown = map("shutdown");
    ShutdownBudget defaults = ShutdownBudget.DEFAULT;
    return new ShutdownBudget(
        shutdown.duration("commit").orElse(defaults.commit()),
        shutdown.duration("close").orElse(defaults.close()),
        shutdown.duration("margin").orElse(defaults.margin()),
        shutdown.duration("preStop").orElse(defaults.preStop()));
  }

  private Optional<Supervisor> supervisor() {
    if (!row.containsKey("supervisor")) {
      return Optional.empty();
    }
    Golden supervisor = map("supervisor");
    return Optional.of(
        new Supervisor(waits(supervisor, "ownGroupWaits"), waits(supervisor, "otherGroupWaits")));
  }

  private static List<Duration> waits(Golden supervisor, String key) {
    return supervisor.<Object>list(key).stream()
        .map(wait -> Durations.parse(key, String.valueOf(wait)))
        .toList();
  }

  private NodeDeclaration node() {
    Golden node = map("node");
    Golden kubelet = node.map("kubelet");
    return new NodeDeclaration(
        node.text("profile").map(NodeProfile::parse).orElse(NodeProfile.NONE),
        node.duration("limit"),
        node.map("karpenter").duration("limit"),
        kubelet
            .duration("shutdownGracePeriod")
            .map(
                period ->
                    new NodeDeclaration.Kubelet(
                        period, kubelet.duration("critical").orElseThrow())));
  }

  private static Map<String, Object> asMap(Object value) {
    @SuppressWarnings("unchecked")
    Map<String, Object> map = (Map<String, Object>) value;
    return map;
  }
}
