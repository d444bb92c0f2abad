package dev.sluice.audit.assembly;

import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.NodeCap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts what was read together: each program with its window. */
public final class Assembler {

  /**
   * What was read.
   *
   * @param manifests Kubernetes objects
   * @param images Dockerfiles by the name of the image they make; a path where no name was given
   * @param supervisord supervisord configurations, main files and included ones
   * @param units systemd units, drop-ins, system.conf
   * @param contexts other files, for example wrapper scripts in the directory of a Dockerfile
   * @param tasks what must be able to finish
   * @param nodeCap what the nodes wait, if the user said so
   */
  public record Parts(
      Manifests manifests,
      Map<String, Image> images,
      List<SourceText> supervisord,
      List<SourceText> units,
      List<SourceText> contexts,
      Tasks tasks,
      Optional<NodeCap> nodeCap) {}

  private Assembler() {}

  /** The estate. */
  public static Estate assemble(Parts parts) {
    return new Estate(List.of(), parts.manifests(), parts.nodeCap(), List.of());
  }
}
