package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Mapping;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Probes: missing ones, their own grace periods, and liveness that ends a drain. */
final class ProbeRule implements Rule {
  private static final List<String> PROBES = List.of("livenessProbe", "startupProbe");

  // Kubernetes' defaults (pod API reference, Probe).
  private static final long PERIOD = 10;
  private static final long FAILURES = 3;

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate
        .subjects()
        .forEach(
            subject -> {
              boolean served = subject.workload().filter(it -> it.longRunning()).isPresent();
              subject.containers().stream()
                  .filter(it -> it.container().isPresent())
                  .forEach(container -> check(container, served, found));
            });
  }

  private static void check(
      AuditedContainer audited, boolean longRunning, Consumer<AuditFinding> found) {
    Container container = audited.container().orElseThrow();
    if (longRunning && container.role() == Container.Role.MAIN) {
      missing(audited, container, found);
    }
    PROBES.forEach(
        name ->
            container.spec().mapping(name).ifPresent(probe -> grace(audited, name, probe, found)));
    container.spec().mapping("livenessProbe").ifPresent(it -> liveness(audited, it, found));
  }

  private static void missing(
      AuditedContainer audited, Container container, Consumer<AuditFinding> found) {
    boolean live = container.spec().mapping("livenessProbe").isPresent();
    boolean ready = container.spec().mapping("readinessProbe").isPresent();
    if (!live && !ready) {
      found.accept(
          AuditFinding.of(
              Check.NO_PROBES,
              audited.place(),
              Optional.of(container.spec().at()),
              "neither livenessProbe nor readinessProbe is set",
              Change.set(
                  "add a readinessProbe that tells when it can work, and a livenessProbe that"
                      + " watches progress, not that the process exists")));
    }
  }

  private static void grace(
      AuditedContainer audited, String name, Mapping probe, Consumer<AuditFinding> found) {
    OptionalLong own = Numbers.at(probe, "terminationGracePeriodSeconds");
    long pod = audited.grace().granted().orElse(0L);
    // Kubernetes refuses 0, which is a finding of its own.
    if (own.isEmpty() || own.getAsLong() <= 0 || own.getAsLong() >= pod) {
      return;
    }
    found.accept(
        AuditFinding.of(
                Check.PROBE_GRACE_SHORTER,
                audited.place(),
                probe.scalar("terminationGracePeriodSeconds").map(it -> it.at()),
                name
                    + ".terminationGracePeriodSeconds "
                    + own.getAsLong()
                    + " < the pod's "
                    + pod
                    + " s",
                Change.remove("leave it out: the pod's then holds"),
                Change.raise("set it to " + pod + " or more"))
            .about(name));
  }

  /**
   * The kubelet asks no more for liveness once the pod terminates. A worker that drains while its
   * pod does not (idle, told to by its operator, stopped by a supervisor) is still asked, and so
   * was a native sidecar until 2026 (kubernetes/kubernetes#141766).
   */
  private static void liveness(
      AuditedContainer audited, Mapping probe, Consumer<AuditFinding> found) {
    Optional<Mapping> readiness =
        audited.container().orElseThrow().spec().mapping("readinessProbe");
    boolean same =
        readiness
            .filter(
                ready ->
                    Same.trees(ready, probe, List.of("httpGet"))
                        || Same.trees(ready, probe, List.of("exec"))
                        || Same.trees(ready, probe, List.of("grpc")))
            .isPresent();
    if (!same) {
      return;
    }
    boolean sidecar = audited.container().orElseThrow().role() == Container.Role.SIDECAR;
    long patience =
        orDefault(probe, "periodSeconds", PERIOD) * orDefault(probe, "failureThreshold", FAILURES);
    long needed =
        audited.programs().stream()
            .flatMap(program -> program.need().stream())
            .mapToLong(need -> need.seconds())
            .max()
            .orElse(audited.grace().granted().orElse(0L));
    if (patience >= needed) {
      return;
    }
    AuditFinding finding =
        AuditFinding.of(
            Check.LIVENESS_KILLS_DRAIN,
            audited.place(),
            Optional.of(probe.at()),
            "livenessProbe asks the same as readinessProbe, which has to fail while the worker"
                + " drains; "
                + (sidecar
                    ? "kubelets older than 2026 ask a sidecar while its pod terminates: after "
                    : "where it drains before its pod terminates, after ")
                + patience
                + " s the drain of up to "
                + needed
                + " s is ended",
            Change.set("let liveness ask for progress alone, at a path of its own"),
            Change.raise(
                "set failureThreshold so that periodSeconds x failureThreshold is "
                    + needed
                    + " s or more"));
    found.accept(sidecar ? finding.weighing(Level.WARNING) : finding);
  }

  // Kubernetes takes 0 as not set. The bound is that of its 32 bits, and keeps products exact.
  private static long orDefault(Mapping probe, String key, long missing) {
    long written = Math.min(Numbers.at(probe, key).orElse(0), Integer.MAX_VALUE);
    return written <= 0 ? missing : written;
  }
}
