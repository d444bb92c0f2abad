package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.ConfigMaps;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.GracePeriod;
import dev.sluice.audit.kubernetes.MountedFiles;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.chain.NodeCap;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts one workload together. */
final class WorkloadAssembly {
  private final Assembler.Parts parts;
  private final SupervisordFinder configs;
  private final Workload workload;
  private final ConfigMaps configMaps;
  private final List<Part> containers;

  /** A container with the pipelines that are mounted in it. */
  private record Part(
      Container container, List<PipelineFile> pipelines, ContainerAssembly assembly) {}

  WorkloadAssembly(
      Assembler.Parts parts,
      Contexts contexts,
      ImageFinder images,
      SupervisordFinder configs,
      ConfigMaps configMaps,
      Workload workload) {
    this.parts = parts;
    this.configs = configs;
    this.workload = workload;
    this.configMaps = configMaps;
    this.containers =
        workload.containers().stream()
            .filter(container -> container.role() != Container.Role.INIT)
            .map(container -> part(contexts, images, container))
            .toList();
  }

  private Part part(Contexts contexts, ImageFinder images, Container container) {
    Optional<ImageFinder.Found> image = images.of(container);
    Scripts mounted = MountedFiles.of(workload, container, configMaps);
    List<String> paths = MountedFiles.paths(workload, container, configMaps);
    Scripts files = new ContextFiles(mounted, paths, image, contexts);
    return new Part(
        container,
        MountedPipelines.of(paths, mounted, container.name()),
        new ContainerAssembly(configs, workload, container, image, configMaps, files));
  }

  private Optional<NodeCap> nodeCap(List<PipelineFile> pipelines) {
    return Stream.concat(
            parts.nodeCap().stream(), pipelines.stream().flatMap(it -> it.nodeCap().stream()))
        .min(Comparator.comparingLong(NodeCap::seconds));
  }

  /** The containers. */
  Stream<ContainerAssembly> assemblies() {
    return containers.stream().map(Part::assembly);
  }

  /**
   * All of it.
   *
   * @param only whether the only supervisord configuration may be that of a container of which
   *     nobody knows what it starts
   */
  Subject subject(boolean only) {
    boolean onlyMain =
        containers.stream().filter(it -> it.container().role() == Container.Role.MAIN).count() == 1;
    return new Subject(
        workload.place(),
        Optional.of(workload),
        containers.stream().map(it -> audited(it, only && onlyMain)).toList());
  }

  private AuditedContainer audited(Part part, boolean only) {
    AuditedContainer audited =
        part.assembly()
            .audited(
                GracePeriod.of(workload),
                tasks(part.container(), part.pipelines()),
                nodeCap(part.pipelines()),
                only);
    if (audited.supervision() == AuditedContainer.Supervision.SUPERVISORD) {
      Scripts mounted = MountedFiles.of(workload, part.container(), configMaps);
      MountedFiles.paths(workload, part.container(), configMaps).stream()
          .map(mounted::read)
          .flatMap(Optional::stream)
          .forEach(configs::mounted);
    }
    return audited;
  }

  /** What was declared, and what a Sluice pipeline that is mounted here declares. */
  private Tasks tasks(Container container, List<PipelineFile> pipelines) {
    // A native sidecar serves the main containers: it gets tasks only where it is named.
    Tasks declared =
        container.role() == Container.Role.MAIN
            ? parts.tasks()
            : new Tasks(
                parts.tasks().declared().stream()
                    .filter(task -> task.scope().isPresent())
                    .toList());
    return declared.and(pipelines.stream().map(PipelineFile::tasks).flatMap(List::stream).toList());
  }
}
