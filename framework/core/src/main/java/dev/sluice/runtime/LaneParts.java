package dev.sluice.runtime;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.util.Optional;

/** What all lanes of one handler share. */
record LaneParts<T>(
    EngineSettings settings,
    TaskSettings task,
    Clock clock,
    Timers timers,
    EventLoop loop,
    TryLauncher<T> launcher,
    TryLimits limits,
    ChunkDecoding<T> decoding,
    FailurePolicy policy,
    Burials burials,
    Optional<Transacting> transacting,
    Tally tally,
    LaneHost<T> host) {}
