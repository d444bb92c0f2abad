package dev.sluice.audit.assembly;

import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.Workload;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Which of the Dockerfiles that were read makes the image of a container. */
final class ImageFinder {
  private final Map<String, Image> images;
  private final boolean oneImage;
  private final Set<String> used = new HashSet<>();

  /**
   * An answer.
   *
   * @param image the Dockerfile
   * @param assumed true when nobody said so: it is the only one, and there is only one image
   */
  record Found(Image image, boolean assumed) {}

  ImageFinder(Assembler.Parts parts) {
    images = new TreeMap<>(parts.images());
    oneImage =
        parts.manifests().workloads().stream()
                .map(Workload::containers)
                .flatMap(java.util.List::stream)
                .filter(container -> container.role() == Container.Role.MAIN)
                .map(container -> container.spec().text("image").orElse(""))
                .distinct()
                .count()
            == 1;
  }

  /** The Dockerfile of a container's image. */
  Optional<Found> of(Container container) {
    String name = container.spec().text("image").orElse("");
    String repository = repository(name);
    String last = repository.substring(repository.lastIndexOf('/') + 1);
    for (String key : new String[] {name, repository, last}) {
      if (!key.isEmpty() && images.containsKey(key)) {
        used.add(key);
        return Optional.of(new Found(images.get(key), false));
      }
    }
    if (images.size() == 1 && oneImage) {
      Map.Entry<String, Image> only = images.entrySet().iterator().next();
      used.add(only.getKey());
      return Optional.of(new Found(only.getValue(), true));
    }
    return Optional.empty();
  }

  /** Those that no container was found for, by name. */
  Map<String, Image> unused() {
    Map<String, Image> rest = new TreeMap<>(images);
    rest.keySet().removeAll(used);
    return rest;
  }

  // Without the digest and the tag; a colon before the last slash is a port.
  private static String repository(String image) {
    int digest = image.indexOf('@');
    String name = digest < 0 ? image : image.substring(0, digest);
    int tag = name.lastIndexOf(':');
    return tag > name.lastIndexOf('/') ? name.substring(0, tag) : name;
  }
}
