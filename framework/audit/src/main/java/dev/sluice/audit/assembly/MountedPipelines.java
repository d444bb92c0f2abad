package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pipelines of Sluice workers that ConfigMaps bring into a container, with their limits. */
final class MountedPipelines {
  private static final String MARK = "sluice.dev/";

  private MountedPipelines() {}

  static List<Tasks.Declared> of(List<String> paths, Scripts mounted, String container) {
    List<Tasks.Declared> declared = new ArrayList<>();
    for (String path : paths) {
      Optional<SourceText> text = mounted.read(path).filter(it -> it.content().contains(MARK));
      text.map(it -> Documents.read(it).trees())
          .ifPresent(trees -> trees.forEach(tree -> read(tree, container, declared)));
    }
    return declared;
  }

  private static void read(Tree tree, String container, List<Tasks.Declared> declared) {
    if (PipelineFile.is(tree)) {
      declared.addAll(PipelineFile.read(tree, Optional.of(container)).tasks());
    }
  }
}
