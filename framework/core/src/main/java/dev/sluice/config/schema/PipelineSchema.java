package dev.sluice.config.schema;

import dev.sluice.config.PipelineConfig;
import dev.sluice.config.load.ChartKeys;
import dev.sluice.config.load.Providers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The JSON Schema (draft 2020-12) of {@code pipeline.yaml}, for editors.
 *
 * <p>It refuses nothing that the worker accepts. Where a schema can't say what the worker knows
 * (two keys that contradict each other, a quoted number out of its range, which handlers there
 * are), it accepts more.
 */
public final class PipelineSchema {

  private PipelineSchema() {}

  /**
   * The schema as the maps, lists and values of JSON.
   *
   * @param providers the adapters whose keys it knows
   */
  public static Map<String, Object> of(Providers providers) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "pipeline.yaml of a Sluice worker");
    schema.putAll(new RecordSchemas(providers).record(PipelineConfig.class, true));
    schema.put("properties", properties(schema.get("properties")));
    schema.put("$defs", Forms.definitions());
    return schema;
  }

  private static Map<String, Object> properties(Object ofTheWorker) {
    Map<String, Object> properties = new LinkedHashMap<>();
    ((Map<?, ?>) ofTheWorker).forEach((key, value) -> properties.put((String) key, value));
    // Refused before the file is bound, so its record does not say it.
    properties.put("apiVersion", version((Map<?, ?>) properties.get("apiVersion")));
    new TreeSet<>(ChartKeys.NAMES).forEach(key -> properties.put(key, true));
    return properties;
  }

  private static Map<String, Object> version(Map<?, ?> bound) {
    return new TreeMap<>(
        Map.of("description", bound.get("description"), "const", PipelineConfig.API_VERSION));
  }
}
