package dev.sluice.audit.diagnose;

import dev.sluice.chain.CutFingerprint;
import dev.sluice.chain.CutFingerprint.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which layer waits as long as the stop had lasted, the same table that the survivor's report uses.
 */
final class FingerprintRule {
  private FingerprintRule() {}

  /** One reading for each layer that fits, likely at most. */
  static List<Reading> read(Case of) {
    Optional<Lasted> lasted = of.lasted();
    if (lasted.isEmpty() || !maybeKilled(of)) {
      return List.of();
    }
    Map<Layer, Reading> fitting = new LinkedHashMap<>();
    of
        .figures
        .fingerprint(of.programName())
        .possible(lasted.get().least(), lasted.get().most())
        .stream()
        .filter(candidate -> plausible(of, candidate) && reaches(of, candidate))
        .forEach(
            candidate ->
                fitting.putIfAbsent(
                    layer(candidate),
                    Reading.likely(layer(candidate), candidate.text(), WorkerRules.evidence(of))));
    return List.copyOf(fitting.values());
  }

  /** Killed, or silent in the middle of its stop. */
  private static boolean maybeKilled(Case of) {
    boolean silent = of.exit.isEmpty() && of.report.isEmpty();
    return of.stopAsked() && (of.killed() || silent);
  }

  /** What kills the whole container has not ended a program in one that ended by itself. */
  private static boolean reaches(Case of, Candidate candidate) {
    boolean outer =
        candidate.layer() == CutFingerprint.Layer.POD
            || candidate.layer() == CutFingerprint.Layer.NODE;
    return !outer || of.containerExit.map(Exit::killed).orElse(true);
  }

  /** Whether a layer can end this kind of thing at all, with this figure. */
  static boolean plausible(Case of, Candidate candidate) {
    boolean mainProcess = of.kind == Case.Kind.CONTAINER || of.supervisedAs(ProgramEnd.How.AWAITED);
    return switch (candidate.layer()) {
      case SUPERVISOR -> !mainProcess && of.kind != Case.Kind.UNIT;
      case POD, NODE -> of.kind != Case.Kind.UNIT;
      case WORKER -> !of.killed();
      case SYSTEMD ->
          of.kind == Case.Kind.UNIT || (of.kind == Case.Kind.WORKER && !inContainer(of));
    };
  }

  private static boolean inContainer(Case of) {
    return of.containerExit.isPresent() || of.pod.isPresent() || of.figures.grace().isPresent();
  }

  static Layer layer(Candidate candidate) {
    return switch (candidate.layer()) {
      case SUPERVISOR -> Layer.SUPERVISOR;
      case POD -> Layer.POD_GRACE;
      case NODE -> Layer.NODE_LIMIT;
      case WORKER -> Layer.OWN_WINDOW;
      case SYSTEMD -> Layer.SYSTEMD;
    };
  }
}
