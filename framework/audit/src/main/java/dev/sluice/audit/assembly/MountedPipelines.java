package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pipelines of Sluice workers that ConfigMaps carry. */
public final class MountedPipelines {
  private static final String MARK = "sluice.dev/";

  private MountedPipelines() {}

  /** Those that a container mounts; their tasks run in that container. */
  static List<PipelineFile> of(List<String> paths, Scripts mounted, String container) {
    List<PipelineFile> pipelines = new ArrayList<>();
    for (String path : paths) {
      mounted.read(path).ifPresent(text -> pipelines.addAll(read(text, Optional.of(container))));
    }
    return pipelines;
  }

  /** What can't be read in any of them, mounted or not. */
  public static List<Problem> problems(List<KubernetesObject> configMaps) {
    List<Problem> problems = new ArrayList<>();
    for (KubernetesObject map : configMaps) {
      for (Mapping.Entry entry :
          map.document().mapping("data").map(Mapping::entries).orElse(List.of())) {
        if (entry.value() instanceof Scalar value) {
          read(value.source(entry.key().text()), Optional.empty())
              .forEach(pipeline -> problems.addAll(pipeline.problems()));
        }
      }
    }
    return problems;
  }

  private static List<PipelineFile> read(SourceText text, Optional<String> container) {
    if (!text.content().contains(MARK)) {
      return List.of();
    }
    return Documents.read(text).trees().stream()
        .filter(PipelineFile::is)
        .map(tree -> PipelineFile.read(tree, container))
        .toList();
  }
}
