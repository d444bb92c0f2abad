package dev.sluice.audit.launch;

/** Whom the stop signal is sent to. */
public enum Stopped {
  /** Process 1 of a container: a signal it has no handler for is ignored. */
  PROCESS_ONE,
  /** The child of a supervisor, alone: a signal it has no handler for ends it. */
  CHILD,
  /** The child of a supervisor with its whole process group ({@code stopasgroup}, a cgroup). */
  CHILD_GROUP
}
