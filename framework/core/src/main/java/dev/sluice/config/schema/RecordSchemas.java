package dev.sluice.config.schema;

import dev.sluice.config.DeadLetterSettings;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.Setting;
import dev.sluice.config.SourceSettings;
import dev.sluice.config.StateStoreSettings;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.SourceProvider;
import dev.sluice.spi.StateStoreProvider;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The schemas of settings records and what they are made of. */
final class RecordSchemas {
  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String OTHERS = "additionalProperties";

  private final Providers providers;

  RecordSchemas(Providers providers) {
    this.providers = providers;
  }

  /**
   * A mapping with the keys of a record.
   *
   * @param placeholders whether any are replaced in it
   */
  Map<String, Object> record(Class<?> type, boolean placeholders) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      properties.put(component.getName(), property(component, setting, placeholders));
      if (setting.value().equals(Setting.NONE) && component.getType() != Optional.class) {
        required.add(component.getName());
      }
    }
    Map<String, Object> schema = closed(properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    return schema;
  }

  private Map<String, Object> property(
      RecordComponent component, Setting setting, boolean placeholders) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("description", setting.doc());
    ScalarSchemas.byDefault(component.getType(), setting)
        .ifPresent(value -> schema.put("default", value));
    boolean replaced = placeholders && setting.placeholders();
    schema.putAll(value(component.getGenericType(), Range.of(setting), replaced));
    return schema;
  }

  private Map<String, Object> value(Type type, Range range, boolean placeholders) {
    Class<?> raw = raw(type);
    if (raw == Optional.class) {
      return value(argument(type, 0), range, placeholders);
    }
    if (raw == List.class) {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put(TYPE, "array");
      range.put(schema, "minItems", "maxItems", Long::valueOf);
      schema.put("items", value(argument(type, 0), Range.NONE, placeholders));
      return schema;
    }
    if (raw == Map.class) {
      Map<String, Object> schema = open(value(argument(type, 1), Range.NONE, placeholders));
      range.put(schema, "minProperties", "maxProperties", Long::valueOf);
      return schema;
    }
    if (raw == SourceSettings.class) {
      return chosen(each(providers.sources(), SourceProvider::configType, placeholders));
    }
    if (raw == DeadLetterSettings.class) {
      return chosen(each(providers.deadLetters(), DeadLetterProvider::configType, placeholders));
    }
    if (raw == StateStoreSettings.class) {
      return chosen(each(providers.stateStores(), StateStoreProvider::configType, placeholders));
    }
    if (raw == ServiceSettings.class) {
      Map<String, Object> kinds =
          each(providers.services(), ServiceProvider::configType, placeholders);
      kinds.replaceAll((kind, settings) -> open(settings));
      return closed(kinds);
    }
    return ScalarSchemas.has(raw)
        ? ScalarSchemas.of(raw, range, placeholders)
        : record(raw, placeholders);
  }

  private <P> Map<String, Object> each(
      Map<String, P> adapters, Function<P, Class<?>> configType, boolean placeholders) {
    Map<String, Object> schemas = new TreeMap<>();
    adapters.forEach(
        (name, adapter) -> schemas.put(name, record(configType.apply(adapter), placeholders)));
    return schemas;
  }

  /** A mapping with exactly one of the keys. */
  private static Map<String, Object> chosen(Map<String, Object> adapters) {
    Map<String, Object> schema = closed(adapters);
    schema.put("minProperties", 1);
    schema.put("maxProperties", 1);
    return schema;
  }

  private static Map<String, Object> closed(Map<String, Object> properties) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "object");
    schema.put(OTHERS, false);
    schema.put(PROPERTIES, properties);
    return schema;
  }

  private static Map<String, Object> open(Object values) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "object");
    schema.put(OTHERS, values);
    return schema;
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
