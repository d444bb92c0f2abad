package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.GracePeriod;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.MountedFiles;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.Scripts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts one workload together. */
final class WorkloadAssembly {
  private final Assembler.Parts parts;
  private final SupervisordFinder configs;
  private final Workload workload;
  private final List<KubernetesObject> configMaps;
  private final List<Part> containers;

  /** A container with what is mounted in it. */
  private record Part(Container container, Scripts mounted, ContainerAssembly assembly) {}

  WorkloadAssembly(
      Assembler.Parts parts,
      Contexts contexts,
      ImageFinder images,
      SupervisordFinder configs,
      Workload workload) {
    this.parts = parts;
    this.configs = configs;
    this.workload = workload;
    this.configMaps = parts.manifests().of("ConfigMap");
    this.containers =
        workload.containers().stream()
            .filter(container -> container.role() != Container.Role.INIT)
            .map(container -> part(contexts, images, container))
            .toList();
  }

  private Part part(Contexts contexts, ImageFinder images, Container container) {
    Optional<ImageFinder.Found> image = images.of(container);
    Scripts mounted = MountedFiles.of(workload, container, configMaps);
    Scripts files = new ContextFiles(mounted, image, contexts);
    return new Part(
        container,
        mounted,
        new ContainerAssembly(parts, configs, workload, container, image, configMaps, files));
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
            .audited(GracePeriod.of(workload), tasks(part.container(), part.mounted()), only);
    if (audited.supervision() == AuditedContainer.Supervision.SUPERVISORD) {
      MountedFiles.paths(workload, part.container(), configMaps).stream()
          .map(part.mounted()::read)
          .flatMap(Optional::stream)
          .forEach(configs::mounted);
    }
    return audited;
  }

  /** What was declared, and what a Sluice pipeline that is mounted here declares. */
  private Tasks tasks(Container container, Scripts mounted) {
    // A native sidecar serves the main containers: it gets tasks only where it is named.
    Tasks declared =
        container.role() == Container.Role.MAIN
            ? parts.tasks()
            : new Tasks(
                parts.tasks().declared().stream()
                    .filter(task -> task.scope().isPresent())
                    .toList());
    return declared.and(
        MountedPipelines.of(
            MountedFiles.paths(workload, container, configMaps), mounted, container.name()));
  }
}
