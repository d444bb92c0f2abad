package dev.sluice.chart;

import dev.sluice.chain.Golden;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values for releases: the example of the docs, and those of golden rows. */
final class Pipelines {
  /** A pipeline.yaml as users write it. */
  static final String FLIGHTS =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: flights
        handler: load-flights
        source: { kafka: { bootstrapServers: "localhost:9092", topics: [flights], group: flights } }
        chunk: { records: 500, bytes: 1MiB, linger: 50ms }
        concurrency: { chunks: 8, bytes: 64MiB }
        ordering: lane
        retry: { attempts: 5, backoff: { initial: 200ms, max: 30s }, then: stop }
        limits: { load-flights: { limit: 2m, checkpointEvery: 15s } }
      shutdown: { commit: 10s, close: 10s, margin: 10s, preStop: 0s }
      node: { profile: none }
      services: { postgres: { main: { url: "${DATABASE_URL}" } } }
      """;

  private Pipelines() {}

  /** The smallest pipeline, with this YAML text as its task's limit. */
  static String withLimit(String limit) {
    return """
        apiVersion: sluice.dev/v1
        pipeline:
          name: p
          handler: job
          limits: { job: { limit: %s } }
        """
        .formatted(limit);
  }

  /** The smallest pipeline of a golden row's declarations. */
  static Map<String, Object> of(Golden row) {
    Map<String, Object> pipeline = new LinkedHashMap<>();
    pipeline.put("name", "golden");
    Set<String> handlers = row.map("limits").row().keySet();
    if (handlers.size() == 1) {
      pipeline.put("handler", handlers.iterator().next());
    } else {
      Map<String, Object> kinds = new LinkedHashMap<>();
      handlers.forEach(handler -> kinds.put("kind-of-" + handler, handler));
      pipeline.put("kinds", kinds);
    }
    pipeline.put("limits", row.map("limits").row());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("apiVersion", "sluice.dev/v1");
    values.put("pipeline", pipeline);
    for (String key : List.of("shutdown", "node", "supervisor", "terminationGracePeriodSeconds")) {
      if (row.row().containsKey(key)) {
        values.put(key, row.row().get(key));
      }
    }
    return values;
  }
}
