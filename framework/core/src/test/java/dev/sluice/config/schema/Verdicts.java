package dev.sluice.config.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.config.Problems;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.load.Providers;
import dev.sluice.config.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the schema of a record and the worker's binder say about one text.
 *
 * @param type the record
 * @param schema its schema
 */
record Verdicts(Class<? extends Record> type, Schema schema) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Verdicts of(Class<? extends Record> type) {
    Providers none = Providers.of(List.of(), List.of());
    Map<String, Object> schema = new LinkedHashMap<>(new RecordSchemas(none).record(type, true));
    schema.put("$defs", Forms.definitions());
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    return new Verdicts(type, registry.getSchema(json(schema), InputFormat.JSON));
  }

  /** Whether an editor takes the text. */
  boolean editor(String yaml) {
    return schema.validate(yaml, InputFormat.YAML).isEmpty();
  }

  /** Whether the worker takes it, away from its deployment. */
  boolean worker(String yaml) {
    Problems problems = new Problems();
    var unused =
        new Binder(Interpolation.tolerant(Map.of()), problems, Map.of())
            .record(type, YamlReader.document("p.yaml", yaml), "");
    return problems.count() == 0;
  }

  /** A value in JSON, which is YAML too. */
  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
