package dev.sluice.runtime;

/**
 * The books of an {@link EngineAssembly} at one moment.
 *
 * @param received records taken from the source
 * @param settled records the source has confirmed as processed
 * @param deadLettered records the source has confirmed and that have a confirmed dead letter
 * @param skipped records the source has confirmed and that were passed over by policy
 * @param delayed records the source has confirmed and that are kept to come again later
 * @param handedBack records left to the next owner
 * @param held records received and in none of the five
 * @param unaccounted what conservation can't explain, always 0
 * @param triesInFlight tries that are neither ended nor abandoned nor cut
 * @param stale records that were settled in a generation that was not ours any more
 * @param lateCompletions handlers that came back after they were given up
 * @param lateCheckpoints promised checkpoints that did not come in time
 */
public record EngineCounts(
    long received,
    long settled,
    long deadLettered,
    long skipped,
    long delayed,
    long handedBack,
    long held,
    long unaccounted,
    int triesInFlight,
    long stale,
    long lateCompletions,
    long lateCheckpoints) {

  static EngineCounts of(Tally tally, long held) {
    return new EngineCounts(
        tally.received.get(),
        tally.settled.get(),
        tally.deadLettered.get(),
        tally.skipped.get(),
        tally.delayed.get(),
        tally.handedBack.get(),
        held,
        tally.unaccounted(held),
        tally.triesInFlight.get(),
        tally.stale.get(),
        tally.lateCompletions.get(),
        tally.lateCheckpoints.get());
  }
}
