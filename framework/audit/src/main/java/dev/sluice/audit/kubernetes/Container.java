package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;

/**
 * A container of a pod.
 *
 * @param name its name
 * @param role what it is in the pod
 * @param spec as written
 */
public record Container(String name, Role role, Mapping spec) {

  /** What a container is in its pod. */
  public enum Role {
    /** Runs side by side with the other main ones and is stopped with them. */
    MAIN,
    /**
     * An init container with {@code restartPolicy: Always}: stopped when the main ones have ended.
     */
    SIDECAR,
    /** Runs to its end before the main ones. */
    INIT
  }
}
