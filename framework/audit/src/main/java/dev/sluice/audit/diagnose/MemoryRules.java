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
        .or(() -> of.memorySaid)
        .map(
            evidence ->
                certain(
                    Layer.MEMORY,
                    "the memory limit: the kernel's OOM killer ended it",
                    List.of(evidence)));
  }

  private static String words(Case of) {
    return of.memory.isPresent()
        ? "memory: the kernel's OOM killer ended a process with this pid"
        : "memory: the kernel's OOM killer was at work";
  }

  /**
   * Somebody was killed for memory; whether it was this one is not said. Even its pid is no proof,
   * for the kernel counts otherwise than a container.
   */
  private static Optional<Reading> seen(Case of) {
    boolean supervisorsOwn = of.supervisedAs(ProgramEnd.How.KILLED);
    return Optional.of(of)
        .filter(ended -> ended.killed() && !supervisorsOwn)
        .flatMap(ended -> ended.memory.or(() -> ended.someMemory))
        .map(evidence -> likely(Layer.MEMORY, words(of), List.of(evidence)));
  }
}
