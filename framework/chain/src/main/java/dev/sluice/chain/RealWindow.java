package dev.sluice.chain;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The time one program really has from its SIGTERM to its SIGKILL: the smallest of its supervisor's
 * wait, what the pod and the node leave after preStop and the groups stopped before it, and the
 * timers inside the application.
 *
 * @param program whose window it is
 * @param terms every term of the minimum, at least one
 */
public record RealWindow(StopProgram program, List<Link> terms) {

  /** Copies the terms. */
  public RealWindow {
    terms = List.copyOf(terms);
  }

  /** The window in seconds, never below zero. */
  public long seconds() {
    return bindingLink().seconds();
  }

  /** The smallest term; the innermost of several. */
  public Link bindingLink() {
    return smallest(terms);
  }

  /** True when need + commit + close fit into the window. */
  public boolean fits() {
    return program.needed() <= seconds();
  }

  /** The refusal, if it does not fit. */
  public Optional<Finding> finding() {
    if (fits()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            Severity.REFUSAL,
            "real-window",
            program.name()
                + " needs "
                + program.needed()
                + " s to stop, its real window is "
                + seconds()
                + " s",
            List.of("binding link: " + bindingLink()),
            List.of(
                "raise "
                    + bindingLink().layer().replace(" not set", "")
                    + " until the window is "
                    + program.needed()
                    + " s or more",
                "lower the limit of its work to what the window leaves, or stop at checkpoints")));
  }

  static Link smallest(List<Link> links) {
    return links.stream().min(Comparator.comparingLong(Link::seconds)).orElseThrow();
  }
}
