package dev.sluice.audit.launch;

/** What {@code /bin/sh} is in an image: they differ in whether they exec a single command. */
public enum ShellKind {
  /** Debian's and Ubuntu's. Never execs by itself. */
  DASH,
  /** Red Hat's, and where it is called by its name. Execs a single command. */
  BASH,
  /** Alpine's. Execs a single command. */
  BUSYBOX,
  /** Nothing tells. */
  UNKNOWN
}
