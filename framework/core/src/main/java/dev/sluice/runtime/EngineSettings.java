package dev.sluice.runtime;

import java.time.Duration;

/**
 * What the engine needs to know of a pipeline, in plain figures.
 *
 * @param handler the handler's name
 * @param chunkRecords the most records a chunk may have
 * @param chunkBytes the most bytes a chunk may have, unless one record alone is larger
 * @param linger how long a chunk that is not full waits for more
 * @param maxChunks the most tries at once
 * @param maxRecords the most records all lanes may hold before they are paused
 * @param maxBytes the most bytes all lanes may hold before they are paused
 * @param limit the ceiling for one try
 * @param commit the time to settle
 * @param attempts tries of a chunk before {@code then} decides
 * @param backoffInitial the pause before the second try
 * @param backoffMax the longest pause between two tries
 * @param skipFailed true to skip a chunk that failed too often, false to halt its lane
 * @param skipMalformed true to skip a record that does not decode, false to halt its lane
 */
record EngineSettings(
    String handler,
    int chunkRecords,
    long chunkBytes,
    Duration linger,
    int maxChunks,
    int maxRecords,
    long maxBytes,
    Duration limit,
    Duration commit,
    int attempts,
    Duration backoffInitial,
    Duration backoffMax,
    boolean skipFailed,
    boolean skipMalformed) {}
