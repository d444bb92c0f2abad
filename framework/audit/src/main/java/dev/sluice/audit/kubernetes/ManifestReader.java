package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sorts objects into workloads and others. */
final class ManifestReader {
  private final List<Workload> workloads = new ArrayList<>();
  private final List<KubernetesObject> others = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  // By kind, namespace and name. Lists, as the first record that is hashed costs a start 50 ms.
  private final Map<List<String>, List<KubernetesObject>> makers = new HashMap<>();

  Manifests read(List<Tree> documents) {
    ObjectReader reader = new ObjectReader();
    documents.forEach(reader::document);
    problems.addAll(reader.problems());
    reader.objects().stream().filter(it -> WorkloadKind.of(it).isPresent()).forEach(this::maker);
    reader.objects().forEach(this::sort);
    return new Manifests(toldApart(), others, problems);
  }

  // Environments side by side in one input: each is told by its file, twins in one file by the
  // line.
  private List<Workload> toldApart() {
    Map<Place, List<Workload>> same = new LinkedHashMap<>();
    workloads.forEach(it -> same.computeIfAbsent(it.place(), key -> new ArrayList<>()).add(it));
    return workloads.stream()
        .map(
            it -> {
              List<Workload> twins = same.get(it.place());
              long here = twins.stream().filter(twin -> sameFile(twin, it)).count();
              return twins.size() == 1
                  ? it
                  : it.at(here == 1 ? it.at().file() : it.at().toString());
            })
        .toList();
  }

  private static boolean sameFile(Workload one, Workload other) {
    return one.at().file().equals(other.at().file());
  }

  private void maker(KubernetesObject object) {
    makers
        .computeIfAbsent(
            List.of(object.kind(), Namespaces.known(object.namespace()), object.name()),
            key -> new ArrayList<>())
        .add(object);
  }

  private void sort(KubernetesObject object) {
    Optional<WorkloadKind> kind = WorkloadKind.of(object);
    boolean templateMayMiss =
        kind.filter(it -> !it.templateNeeded())
            .filter(it -> object.document().mapping("spec", "template").isEmpty())
            .isPresent();
    if (kind.isEmpty() || templateMayMiss || madeByAnother(object, kind.get())) {
      others.add(object);
    } else {
      new WorkloadReader(object, problems::add).read(kind.get()).ifPresent(workloads::add);
    }
  }

  private boolean madeByAnother(KubernetesObject object, WorkloadKind kind) {
    return Owner.of(object.document())
        .filter(it -> WorkloadKind.of(it.kind()).filter(kind::madeBy).isPresent())
        .filter(
            owner ->
                makers
                    .getOrDefault(
                        List.of(owner.kind(), Namespaces.known(object.namespace()), owner.name()),
                        List.of())
                    .stream()
                    .anyMatch(owner::is))
        .isPresent();
  }
}
