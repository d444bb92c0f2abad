package dev.sluice.audit.launch;

import dev.sluice.audit.text.SourceText;
import java.util.List;
import java.util.Optional;

/**
 * The files of a container as far as they were read: from ConfigMaps, or from an image's context.
 */
@FunctionalInterface
public interface Scripts {

  /** What stands at an absolute path; empty when it was not read. */
  Optional<SourceText> read(String path);

  /** The paths that can be read, in the order of names, as far as they can be listed. */
  default List<String> paths() {
    return List.of();
  }

  /** None was read. */
  static Scripts none() {
    return path -> Optional.empty();
  }
}
