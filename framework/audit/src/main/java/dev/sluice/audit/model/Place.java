package dev.sluice.audit.model;

import java.util.Optional;

/**
 * What a finding is about.
 *
 * @param workload {@code Deployment/orders}, with the namespace in front where one is set ({@code
 *     shop/Deployment/orders}); a file's name for findings about a file alone
 * @param container empty when it concerns the whole workload
 * @param program a program under a supervisor; empty when there is none
 */
public record Place(String workload, Optional<String> container, Optional<String> program) {
  /** Between a name and the file that tells it from another of that name. */
  public static final String AT = " at ";

  /** A whole workload, or a file. */
  public static Place of(String workload) {
    return new Place(workload, Optional.empty(), Optional.empty());
  }

  /** True when the workload has this name, whatever its kind and namespace. */
  public boolean names(String name) {
    int at = workload.indexOf(AT);
    String known = at < 0 ? workload : workload.substring(0, at);
    return known.equals(name) || known.endsWith("/" + name) || workload.equals(name);
  }

  /** A container of it. */
  public Place container(String name) {
    return new Place(workload, Optional.of(name), Optional.empty());
  }

  /** A program in a container of it. */
  public Place program(String name) {
    return new Place(workload, container, Optional.of(name));
  }

  /** {@code Deployment/orders, container main, program export}. */
  @Override
  public String toString() {
    return workload
        + container.map(name -> ", container " + name).orElse("")
        + program.map(name -> ", program " + name).orElse("");
  }
}
