package dev.sluice.audit.cli;

import java.util.Optional;

/** The version of this tool, as the jar's manifest has it. */
final class Version {
  private Version() {}

  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("(not packaged)");
  }
}
