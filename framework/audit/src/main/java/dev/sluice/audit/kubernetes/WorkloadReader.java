package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the pods of a workload. */
final class WorkloadReader {
  private static final String PATCH =
      "; if this is a kustomize patch, give what `kubectl kustomize DIR` prints";

  private final KubernetesObject object;
  private final Consumer<Problem> problems;

  WorkloadReader(KubernetesObject object, Consumer<Problem> problems) {
    this.object = object;
    this.problems = problems;
  }

  /** The workload; empty, and a problem, when it has no pods that could be read. */
  Optional<Workload> read(WorkloadKind kind) {
    List<String> path = kind.template();
    if (object.name().isEmpty()) {
      problem(object.document().at(), "metadata.name is missing");
      return Optional.empty();
    }
    Optional<Mapping> spec = podSpec(path);
    if (spec.isEmpty()) {
      return Optional.empty();
    }
    List<Container> containers = containers(spec.get(), String.join(".", with(path, "spec")));
    Mapping metadata =
        object
            .document()
            .mapping(with(path, "metadata"))
            .orElseGet(() -> Mapping.empty(spec.get().at()));
    return containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Workload(
                object.kind(),
                object.namespace(),
                object.name(),
                object.document(),
                metadata,
                spec.get(),
                containers,
                ""));
  }

  private Optional<Mapping> podSpec(List<String> template) {
    String[] path = with(template, "spec");
    Tree here = object.document();
    for (int depth = 0; depth < path.length; depth++) {
      Optional<Mapping> next = here.mapping(path[depth]);
      if (next.isEmpty()) {
        Position at = here.path(path[depth]).map(Tree::at).orElse(here.at());
        String where = String.join(".", List.of(path).subList(0, depth + 1));
        problem(at, "no pod template: " + where + " is missing or no mapping" + PATCH);
        return Optional.empty();
      }
      here = next.get();
    }
    return Optional.of((Mapping) here);
  }

  private List<Container> containers(Mapping spec, String path) {
    List<Container> main = listed(spec, "containers", path);
    if (main.isEmpty()) {
      problem(
          spec.path("containers").map(Tree::at).orElse(spec.at()),
          "no containers: " + path + ".containers is missing, empty or no list" + PATCH);
      return List.of();
    }
    return Stream.concat(listed(spec, "initContainers", path).stream(), main.stream()).toList();
  }

  private List<Container> listed(Mapping spec, String key, String path) {
    Optional<Sequence> list = spec.sequence(key);
    if (list.isEmpty()) {
      return List.of();
    }
    List<Container> containers = new ArrayList<>();
    int number = 0;
    for (Tree item : list.get().items()) {
      String where = path + "." + key + "[" + number++ + "]";
      if (item instanceof Mapping map) {
        containers.add(container(map, key, where));
      } else {
        problem(item.at(), where + " is no container");
      }
    }
    return containers;
  }

  private Container container(Mapping map, String list, String where) {
    Optional<String> name = map.text("name");
    if (name.isEmpty()) {
      problem(map.at(), where + " has no name");
    }
    for (String key : List.of("command", "args")) {
      map.get(key)
          .filter(it -> !(it instanceof Sequence) && !(it instanceof Scalar text && text.isNull()))
          .ifPresent(
              it -> problem(it.at(), where + "." + key + " must be a list; Kubernetes refuses it"));
    }
    Container.Role role = Container.Role.MAIN;
    if (list.equals("initContainers")) {
      boolean sidecar = map.text("restartPolicy").filter("Always"::equals).isPresent();
      role = sidecar ? Container.Role.SIDECAR : Container.Role.INIT;
    }
    return new Container(name.orElse(where.substring(where.indexOf(list))), role, map);
  }

  private void problem(Position at, String message) {
    String subject = object.name().isEmpty() ? "a " + object.kind() : object.place().toString();
    problems.accept(new Problem(at, Shown.text(subject) + ": " + message));
  }

  private static String[] with(List<String> path, String last) {
    return Stream.concat(path.stream(), Stream.of(last)).toArray(String[]::new);
  }
}
