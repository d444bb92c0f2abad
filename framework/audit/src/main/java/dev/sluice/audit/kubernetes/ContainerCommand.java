package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Sequence;
import java.util.List;
import java.util.Optional;

/**
 * What a manifest starts in a container.
 *
 * @param command replaces the image's ENTRYPOINT
 * @param args replace its CMD
 */
public record ContainerCommand(Optional<List<Word>> command, Optional<List<Word>> args) {

  /** Reads it. */
  public static ContainerCommand of(
      Workload workload, Container container, List<KubernetesObject> configMaps) {
    return new ContainerCommand(words(container, "command"), words(container, "args"));
  }

  private static Optional<List<Word>> words(Container container, String key) {
    return container
        .spec()
        .sequence(key)
        .map(Sequence::scalars)
        .map(all -> all.map(scalar -> new Word(scalar.text(), scalar.at())).toList());
  }
}
