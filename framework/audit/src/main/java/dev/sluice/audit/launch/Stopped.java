package dev.sluice.audit.launch;

/** Whom a stop signal goes to. */
public enum Stopped {
  /** Process 1 of a container: a signal that it does not handle is ignored. */
  PROCESS_ONE,
  /** A child of a supervisor: a signal that it does not handle ends it. */
  CHILD,
  /** A child of a supervisor, with everything in its process group. */
  CHILD_GROUP
}
