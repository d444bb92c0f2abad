package dev.sluice.chart;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares manifests with the models of the Kubernetes API, field by field. */
final class KubernetesModels {
  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "ConfigMap", V1ConfigMap.class,
          "Deployment", V1Deployment.class,
          "ServiceAccount", V1ServiceAccount.class);

  private final List<String> mistakes = new ArrayList<>();

  /** Unknown fields, wrong types and missing required fields, each with its path. */
  static List<String> mistakes(Manifests manifests) {
    KubernetesModels models = new KubernetesModels();
    for (Manifests.Node object : manifests.objects()) {
      String kind = object.at("kind").text();
      Class<?> model = KINDS.get(kind);
      if (model == null) {
        models.mistakes.add(kind + ": no model is known for this kind");
      } else {
        models.compare(object.value(), model, kind);
      }
    }
    return models.mistakes;
  }

  private void compare(Object value, Type type, String path) {
    Class<?> model =
        (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    if (model == IntOrString.class || model == Quantity.class) {
      require(value instanceof Integer || value instanceof String, "int or string", value, path);
    } else if (model == Integer.class || model == Long.class) {
      require(value instanceof Integer || value instanceof Long, "whole number", value, path);
    } else if (model == Boolean.class || model == String.class) {
      require(model.isInstance(value), model.getSimpleName(), value, path);
    } else if (Map.class.isAssignableFrom(model)) {
      compareEntries(value, (ParameterizedType) type, path);
    } else if (List.class.isAssignableFrom(model) || Set.class.isAssignableFrom(model)) {
      compareItems(value, (ParameterizedType) type, path);
    } else {
      compareFields(value, model, path);
    }
  }

  private void compareEntries(Object value, ParameterizedType type, String path) {
    if (require(value instanceof Map, "a map", value, path)) {
      ((Map<?, ?>) value)
          .forEach(
              (key, entry) -> compare(entry, type.getActualTypeArguments()[1], path + "." + key));
    }
  }

  private void compareItems(Object value, ParameterizedType type, String path) {
    if (require(value instanceof List, "a list", value, path)) {
      int index = 0;
      for (Object item : (List<?>) value) {
        compare(item, type.getActualTypeArguments()[0], path + "[" + index++ + "]");
      }
    }
  }

  private void compareFields(Object value, Class<?> model, String path) {
    if (!require(value instanceof Map, "an object", value, path)) {
      return;
    }
    Map<?, ?> object = (Map<?, ?>) value;
    Map<String, Type> fields = fields(model);
    for (String name : required(model)) {
      require(object.containsKey(name), "a value", null, path + "." + name);
    }
    object.forEach(
        (name, field) -> {
          Type type = fields.get(name);
          if (type == null) {
            mistakes.add(path + "." + name + ": unknown field of " + model.getSimpleName());
          } else {
            compare(field, type, path + "." + name);
          }
        });
  }

  private boolean require(boolean holds, String wanted, Object value, String path) {
    if (!holds) {
      mistakes.add(path + ": wants " + wanted + ", has " + value);
    }
    return holds;
  }

  private static Map<String, Type> fields(Class<?> model) {
    Map<String, Type> fields = new HashMap<>();
    for (Field field : model.getDeclaredFields()) {
      SerializedName name = field.getAnnotation(SerializedName.class);
      if (name != null) {
        fields.put(name.value(), field.getGenericType());
      }
    }
    return fields;
  }

  private static List<String> required(Class<?> model) {
    try {
      return ((Collection<?>) model.getField("openapiRequiredFields").get(null))
          .stream().map(String::valueOf).toList();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(model + " is no model of the API", e);
    }
  }
}
