package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;

/** Labels and selectors. */
public final class Labels {
  private Labels() {}

  /** The labels of some metadata. */
  public static Map<String, String> of(Mapping metadata) {
    Map<String, String> labels = new LinkedHashMap<>();
    metadata
        .mapping("labels")
        .ifPresent(
            all ->
                all.entries()
                    .forEach(
                        entry -> {
                          if (entry.value() instanceof Scalar value) {
                            labels.put(entry.key().text(), value.text());
                          }
                        }));
    return Map.copyOf(labels);
  }
}
