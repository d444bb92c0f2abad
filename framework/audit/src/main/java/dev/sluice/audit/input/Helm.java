package dev.sluice.audit.input;

import java.time.Duration;
import java.util.List;

/**
 * How charts are rendered.
 *
 * @param program the name or path of an installed {@code helm}
 * @param values files for {@code --values}
 * @param releaseName the name of the release in rendered objects
 * @param patience how long one chart may take
 */
public record Helm(String program, List<String> values, String releaseName, Duration patience) {
  /** What holds when nothing is said. */
  public static final Helm INSTALLED =
      new Helm("helm", List.of(), "release", Duration.ofSeconds(60));

  /** Copies the values. */
  public Helm {
    values = List.copyOf(values);
  }
}
