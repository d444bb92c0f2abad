package dev.sluice.runtime;

import dev.sluice.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** What a run is made of before there is a plan. */
record WorkerParts(
    Vertx vertx,
    Context loop,
    Clock clock,
    Tally tally,
    Closers closers,
    DrainDriver driver,
    StopReporter reporter,
    LastWords words,
    RuntimeStatus status) {}
