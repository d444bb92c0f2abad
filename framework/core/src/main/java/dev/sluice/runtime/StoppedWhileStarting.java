package dev.sluice.runtime;

/** A stop was asked for before the worker had started: what is open is being closed already. */
final class StoppedWhileStarting extends Exception {
  private static final long serialVersionUID = 1L;
}
