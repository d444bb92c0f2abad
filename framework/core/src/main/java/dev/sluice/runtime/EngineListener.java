package dev.sluice.runtime;

/** What the engine tells the worker around it. Called on the event loop. */
interface EngineListener {

  /** The source is broken for good. */
  void sourceFailed(Throwable cause);

  /** The stop left records of a started try behind. */
  void leftBehind();
}
