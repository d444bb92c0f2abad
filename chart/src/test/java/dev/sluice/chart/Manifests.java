package dev.sluice.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/** Rendered objects. */
record Manifests(List<Node> objects) {

  static Manifests parse(String text) {
    List<Node> objects = new ArrayList<>();
    for (Object document : new Yaml().loadAll(text)) {
      if (document != null) {
        objects.add(new Node(document));
      }
    }
    return new Manifests(objects);
  }

  Node the(String kind) {
    return objects.stream()
        .filter(object -> object.at("kind").text().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in " + objects));
  }

  Node pod() {
    return the("Deployment").at("spec", "template");
  }

  Node worker() {
    return pod().at("spec", "containers", 0);
  }

  /** The value of a variable of the worker's container that is given as text. */
  Optional<String> env(String name) {
    return worker().at("env").items().stream()
        .filter(variable -> variable.at("name").text().equals(name))
        .map(variable -> variable.at("value").text())
        .findFirst();
  }

  /** The variables of the worker's container that are given as text. */
  Map<String, String> environment() {
    return worker().at("env").items().stream()
        .filter(variable -> !variable.at("value").isAbsent())
        .collect(
            Collectors.toMap(
                variable -> variable.at("name").text(), variable -> variable.at("value").text()));
  }

  String pipelineFile() {
    return the("ConfigMap").at("data", "pipeline.yaml").text();
  }

  /** A value inside a manifest. */
  record Node(Object value) {
    Node at(Object... path) {
      Object here = value;
      for (Object step : path) {
        if (here instanceof Map<?, ?> map) {
          here = map.get(step);
        } else if (here instanceof List<?> list && step instanceof Integer index) {
          here = list.get(index);
        } else {
          here = null;
        }
      }
      return new Node(here);
    }

    boolean isAbsent() {
      return value == null;
    }

    String text() {
      return String.valueOf(value);
    }

    long number() {
      if (value instanceof Integer || value instanceof Long) {
        return ((Number) value).longValue();
      }
      throw new AssertionError("not a whole number: " + value);
    }

    List<Node> items() {
      return value instanceof List<?> list ? list.stream().map(Node::new).toList() : List.of();
    }
  }
}
