package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;

/**
 * One handler as an engine is given it.
 *
 * @param settings its name and limits
 * @param task the handler; the engine neither opens nor closes it
 * @param decoder turns a record's bytes into the handler's type
 * @param <T> the decoded value of a record
 */
record EngineTask<T>(TaskSettings settings, ChunkTask<T> task, Decoder<T> decoder) {}
