package dev.sluice.runtime;

/**
 * Where a lane stood when the worker left it.
 *
 * @param lane its name
 * @param generation how often this worker was given it
 * @param position the settled position: the next record to process
 */
record LanePosition(String lane, long generation, long position) {}
