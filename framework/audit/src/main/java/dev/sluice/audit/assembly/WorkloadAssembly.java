package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.ConfigMaps;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.GracePeriod;
import dev.sluice.audit.kubernetes.MountedFiles;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.Scripts;
import java.util.List;
import java.util.Optional;

/** Puts one workload together. */
final class WorkloadAssembly {
  private final Assembler.Parts parts;
  private final ImageFinder images;
  private final SupervisordFinder configs;
  private final Workload workload;
  private final ConfigMaps configMaps;

  WorkloadAssembly(
      Assembler.Parts parts,
      ImageFinder images,
      SupervisordFinder configs,
      ConfigMaps configMaps,
      Workload workload) {
    this.parts = parts;
    this.images = images;
    this.configs = configs;
    this.workload = workload;
    this.configMaps = configMaps;
  }

  Subject subject() {
    List<AuditedContainer> containers =
        workload.containers().stream()
            .filter(container -> container.role() != Container.Role.INIT)
            .map(this::container)
            .toList();
    return new Subject(workload.place(), Optional.of(workload), containers);
  }

  private AuditedContainer container(Container container) {
    Optional<ImageFinder.Found> image = images.of(container);
    Scripts mounted = MountedFiles.of(workload, container, configMaps);
    return new ContainerAssembly(parts, configs, workload, container, image, configMaps)
        .audited(
            GracePeriod.of(workload),
            tasks(container, mounted),
            new ContextFiles(mounted, image, parts.contexts()),
            onlyMain(container));
  }

  private boolean onlyMain(Container container) {
    return container.role() == Container.Role.MAIN
        && workload.containers().stream().filter(it -> it.role() == Container.Role.MAIN).count()
            == 1;
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
        MountedPipelines.of(MountedFiles.paths(workload, container, configMaps), mounted));
  }
}
