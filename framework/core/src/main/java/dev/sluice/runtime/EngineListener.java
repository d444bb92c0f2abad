package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;

/** What the engine tells the worker around it. Called on the event loop. */
interface EngineListener {

  /** The source is broken for good. */
  void sourceFailed(Throwable cause);

  /** A lane can't go on. */
  void laneHalted(LaneRef lane, String reason);

  /** The stop left records of a started try behind. */
  void leftBehind();
}
