package dev.sluice.audit.timers;

import java.util.List;

/** What is known about the timers of some programs. */
@FunctionalInterface
interface Family {

  /** The timers of a program; empty when it is not one of these, or has none. */
  List<AppTimer> timers(CommandLine line, Settings settings);
}
