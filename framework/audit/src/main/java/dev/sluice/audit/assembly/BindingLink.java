package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Position;
import dev.sluice.chain.Link;
import java.util.Optional;

/**
 * The layer that ends a program, with the place of its figure.
 *
 * @param layer for example {@code stopwaitsecs not set}
 * @param seconds what it leaves
 * @param origin {@code file:line}, or whose default it is
 * @param at where it is written, if it is
 * @param kind which layer it is
 */
public record BindingLink(
    String layer, long seconds, String origin, Optional<Position> at, Kind kind) {

  /** The layers. */
  public enum Kind {
    /** The wait of supervisord or systemd. */
    SUPERVISOR,
    /** The pod's grace period. */
    GRACE,
    /** What drains the node. */
    NODE,
    /** The application itself, or an init process in front of it. */
    APPLICATION
  }

  static BindingLink of(Link link, Figure grace, Optional<Figure> stopwait) {
    if (link.layer().startsWith("terminationGracePeriodSeconds")) {
      return of(link, Kind.GRACE, grace);
    }
    if (link.layer().startsWith("stopwaitsecs") || link.layer().startsWith("TimeoutStopSec")) {
      return of(link, Kind.SUPERVISOR, stopwait.orElseThrow());
    }
    Kind kind = link.layer().equals("node cap") ? Kind.NODE : Kind.APPLICATION;
    return new BindingLink(link.layer(), link.seconds(), link.origin(), Optional.empty(), kind);
  }

  private static BindingLink of(Link link, Kind kind, Figure figure) {
    int spent = link.origin().indexOf(", ");
    return new BindingLink(
        link.layer(),
        link.seconds(),
        figure.origin().text() + (spent < 0 ? "" : link.origin().substring(spent)),
        figure.at(),
        kind);
  }

  /** {@code stopwaitsecs not set, 10 s (default, not set (supervisord's default))}. */
  @Override
  public String toString() {
    return layer + ", " + Figure.text(seconds) + " (" + origin + ")";
  }
}
