package dev.sluice.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** How a try ended during a stop, for the report. */
enum TryCount {
  /** With everything done. */
  FINISHED,
  /** At a checkpoint, because it saw the drain. */
  CHECKPOINTED,
  /** It failed, or ran past its limit. */
  HANDED_BACK,
  /** The engine ended it. */
  CUT;

  AtomicLong of(Tally tally) {
    return switch (this) {
      case FINISHED -> tally.drainFinished;
      case CHECKPOINTED -> tally.drainCheckpointed;
      case HANDED_BACK -> tally.drainHandedBack;
      case CUT -> tally.drainCut;
    };
  }
}
