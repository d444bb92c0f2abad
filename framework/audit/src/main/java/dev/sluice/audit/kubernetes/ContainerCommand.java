package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Sequence;
import java.util.List;
import java.util.Optional;

/**
 * What a container says about its start. Both together are a line in exec form; what is empty is
 * the image's.
 *
 * @param command replaces {@code ENTRYPOINT}, and {@code CMD} with it
 * @param args replaces {@code CMD}
 */
public record ContainerCommand(Optional<List<Word>> command, Optional<List<Word>> args) {

  /** Copies the lists. */
  public ContainerCommand {
    command = command.map(List::copyOf);
    args = args.map(List::copyOf);
  }

  /**
   * Reads it, {@code $(NAME)} replaced; a reference to a value that was not read stays as it is. An
   * empty list counts as none, as Kubernetes has it.
   */
  public static ContainerCommand of(Workload workload, Container container, ConfigMaps configMaps) {
    Variables variables = Variables.of(container, configMaps.seenBy(workload));
    return new ContainerCommand(
        words(container, "command", variables), words(container, "args", variables));
  }

  private static Optional<List<Word>> words(Container container, String key, Variables variables) {
    return container
        .spec()
        .sequence(key)
        .map(Sequence::scalars)
        .map(
            words ->
                words
                    .map(it -> new Word(variables.replace(it.text()).orElse(it.text()), it.at()))
                    .toList())
        .filter(words -> !words.isEmpty());
  }
}
