package dev.sluice.drain;

/** What happens to a worker, as its drain machine sees it. */
public sealed interface DrainEvent {

  /** The source is open, intake has begun. */
  record Started() implements DrainEvent {}

  /** Somebody wants the worker to stop. Only the first one counts. */
  record StopRequested(StopReason reason) implements DrainEvent {}

  /** The source hands over no further batch. */
  record IntakeStopped() implements DrainEvent {}

  /** A try of the drain ended without finishing or stopping at a checkpoint. */
  record TryFailed() implements DrainEvent {}

  /** No try is running. */
  record TriesEnded() implements DrainEvent {}

  /** The time that the limits need is over. */
  record NeedElapsed() implements DrainEvent {}

  /** The last settle is over. */
  record Settled(boolean complete) implements DrainEvent {}

  /** The time to settle is over. */
  record CommitElapsed() implements DrainEvent {}

  /** Source, services and handlers are closed. */
  record Closed() implements DrainEvent {}

  /** The time to close is over. */
  record CloseElapsed() implements DrainEvent {}

  /**
   * The whole window is over.
   *
   * @param allSettled whether nothing was in flight and nothing unsettled at that moment
   */
  record WindowElapsed(boolean allSettled) implements DrainEvent {}

  /**
   * A second SIGTERM or SIGINT.
   *
   * @param number 15 or 2
   */
  record SecondSignal(int number) implements DrainEvent {}
}
