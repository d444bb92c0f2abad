package dev.sluice.audit.diagnose;

import static dev.sluice.audit.diagnose.Reading.certain;
import static dev.sluice.audit.diagnose.Reading.likely;

import java.util.List;
import java.util.Optional;

/** Memory that ran out. */
final class MemoryRules {
  static final List<Reading.Rule> ALL = List.of(MemoryRules::said, MemoryRules::seen);

  private MemoryRules() {}

  private static Optional<Reading> said(Case of) {
    return of.container
        .filter(ended -> ended.reason().equals("OOMKilled"))
        .map(PodRecord.ContainerRecord::evidence)
        .or(() -> of.unit.flatMap(UnitLog.Unit::memory))
        .or(() -> of.memory)
        .map(
            evidence ->
                certain(
                    Layer.MEMORY,
                    "the memory limit: the kernel's OOM killer ended it",
                    List.of(evidence)));
  }

  /** Somebody was killed for memory; whether it was this one is not said. */
  private static Optional<Reading> seen(Case of) {
    boolean supervisorsOwn = of.supervisedAs(ProgramEnd.How.KILLED);
    return Optional.of(of)
        .filter(ended -> ended.killed() && !supervisorsOwn)
        .flatMap(ended -> ended.someMemory)
        .map(
            evidence ->
                likely(
                    Layer.MEMORY,
                    "memory: the kernel's OOM killer was at work",
                    List.of(evidence)));
  }
}
