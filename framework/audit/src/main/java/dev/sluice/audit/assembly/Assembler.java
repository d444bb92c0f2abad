package dev.sluice.audit.assembly;

import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.kubernetes.ConfigMaps;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.NodeCap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts what was read together: each program with its window. */
public final class Assembler {

  /**
   * What was read.
   *
   * @param manifests Kubernetes objects
   * @param images Dockerfiles by the name of the image they make; by their path where no name was
   *     given
   * @param supervisord supervisord configurations, main files and included ones
   * @param supervisordOf which main file a workload or container runs, by its name, where the user
   *     said so
   * @param units systemd units, drop-ins, system.conf
   * @param contexts every file that was read, for wrapper scripts and figures in documents
   * @param tasks what must be able to finish
   * @param nodeCap what the nodes wait, if the user said so
   */
  public record Parts(
      Manifests manifests,
      Map<String, Image> images,
      List<SourceText> supervisord,
      Map<String, String> supervisordOf,
      List<SourceText> units,
      List<SourceText> contexts,
      Tasks tasks,
      Optional<NodeCap> nodeCap) {

    /** Copies the collections. */
    public Parts {
      images = Map.copyOf(images);
      supervisord = List.copyOf(supervisord);
      supervisordOf = Map.copyOf(supervisordOf);
      units = List.copyOf(units);
      contexts = List.copyOf(contexts);
    }

    /** Manifests alone. */
    public static Parts of(Manifests manifests, Tasks tasks) {
      return new Parts(
          manifests, Map.of(), List.of(), Map.of(), List.of(), List.of(), tasks, Optional.empty());
    }
  }

  private Assembler() {}

  /** The estate: workloads in their order, then what stands alone. */
  public static Estate assemble(Parts parts) {
    Contexts contexts = new Contexts(parts.contexts());
    ImageFinder images = new ImageFinder(parts);
    SupervisordFinder configs = new SupervisordFinder(parts);
    ConfigMaps configMaps = ConfigMaps.of(parts.manifests().of("ConfigMap"));
    List<Subject> subjects = new ArrayList<>();
    List<WorkloadAssembly> workloads =
        parts.manifests().workloads().stream()
            .map(
                workload ->
                    new WorkloadAssembly(parts, contexts, images, configs, configMaps, workload))
            .toList();
    boolean only = oneMayRunIt(workloads);
    workloads.forEach(workload -> subjects.add(workload.subject(only)));
    subjects.addAll(StandAlone.supervisord(parts, contexts, configs));
    EmbeddedFiles embedded = new EmbeddedFiles(parts.manifests());
    subjects.addAll(StandAlone.supervisord(parts, contexts, configs, embedded));
    subjects.addAll(StandAlone.units(parts, contexts, embedded));
    subjects.addAll(StandAlone.images(parts, contexts, images));
    return new Estate(subjects, parts.manifests(), parts.nodeCap(), parts.contexts());
  }

  // The only supervisord file is a guess for the only container that nothing else is known of.
  private static boolean oneMayRunIt(List<WorkloadAssembly> workloads) {
    List<ContainerAssembly> all = workloads.stream().flatMap(WorkloadAssembly::assemblies).toList();
    return all.stream().filter(ContainerAssembly::unknownStart).count() == 1
        && all.stream().noneMatch(ContainerAssembly::supervised);
  }
}
