package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Position;
import java.util.Optional;

/**
 * A line of a log without what a container runtime puts around it.
 *
 * @param at where it stands
 * @param stamp when the runtime got it
 * @param text what the program wrote
 */
record Line(Position at, Optional<Moment> stamp, String text) {

  Evidence evidence() {
    return Evidence.at(at, text);
  }
}
