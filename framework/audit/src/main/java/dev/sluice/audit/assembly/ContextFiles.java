package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.text.SourceText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a container: what is mounted, else what the Dockerfile copies into the image from
 * the files that were read.
 */
final class ContextFiles implements Scripts {
  private final Scripts mounted;
  private final List<String> paths;
  private final Map<String, String> copies;
  private final String directory;
  private final Contexts contexts;

  ContextFiles(
      Scripts mounted, List<String> paths, Optional<ImageFinder.Found> image, Contexts contexts) {
    this.mounted = mounted;
    this.paths = paths;
    this.copies = image.map(it -> it.image().copies()).orElse(Map.of());
    String dockerfile = image.map(it -> it.image().at().file()).orElse("");
    this.directory = dockerfile.substring(0, dockerfile.lastIndexOf('/') + 1);
    this.contexts = contexts;
  }

  @Override
  public Optional<SourceText> read(String path) {
    return mounted.read(path).or(() -> copied(path));
  }

  @Override
  public List<String> paths() {
    return paths;
  }

  private Optional<SourceText> copied(String path) {
    String source = copies.get(path);
    if (source != null) {
      return context(source).map(text -> named(path, text));
    }
    // A directory that is copied: the rest of the path is below it.
    for (int slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
      String parent = path.substring(0, slash);
      String from = copies.getOrDefault(parent, copies.get(parent + "/"));
      if (from != null) {
        String below = path.substring(slash + 1);
        Optional<SourceText> found =
            context(from.endsWith("/") ? from + below : from + "/" + below)
                .or(() -> context(from).filter(text -> text.name().endsWith("/" + below)));
        return found.map(text -> named(path, text));
      }
    }
    return Optional.empty();
  }

  private Optional<SourceText> context(String source) {
    String relative = source.startsWith("./") ? source.substring(2) : source;
    return contexts.find(directory + relative);
  }

  private static SourceText named(String path, SourceText text) {
    return new SourceText(path, text.content(), text.start(), text.countable());
  }
}
