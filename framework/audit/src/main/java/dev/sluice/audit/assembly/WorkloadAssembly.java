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
    List<String> paths = MountedFiles.paths(workload, container, configMaps);
    List<PipelineFile> pipelines = MountedPipelines.of(paths, mounted);
    return new ContainerAssembly(parts, configs, workload, container, image, configMaps)
        .audited(
            GracePeriod.of(workload),
            tasks(container, pipelines),
            nodeCap(pipelines),
            new ContextFiles(mounted, paths, image, parts.contexts()),
            onlyMain(container));
  }

  private Optional<NodeCap> nodeCap(List<PipelineFile> pipelines) {
    return Stream.concat(
            parts.nodeCap().stream(), pipelines.stream().flatMap(it -> it.nodeCap().stream()))
        .min(Comparator.comparingLong(NodeCap::seconds));
  }

  private boolean onlyMain(Container container) {
    return container.role() == Container.Role.MAIN
        && workload.containers().stream().filter(it -> it.role() == Container.Role.MAIN).count()
            == 1;
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
