package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.StopGroup;
import dev.sluice.chain.StopProgram;
import java.util.OptionalLong;

/** What a layer must be raised to, in words with the figure. */
final class Raising {
  private Raising() {}

  static String text(AuditedContainer container, AuditedProgram program, BindingLink link) {
    long need = program.need().orElseThrow().seconds();
    return switch (link.kind()) {
      case SUPERVISOR -> "set " + setting(link) + " to " + need + " or more";
      case GRACE ->
          "set terminationGracePeriodSeconds to " + grace(container, program) + " or more";
      case NODE ->
          "let the nodes wait " + grace(container, program) + " s or more, or run on others";
      case APPLICATION ->
          link.layer().equals("process 1")
              ? "let the program be process 1"
              : "raise " + link.layer() + " to " + need + " s or more";
    };
  }

  /** Whether a layer has to be raised, itself or because the waits inside it are. */
  static boolean raises(AuditedContainer container, AuditedProgram program, BindingLink link) {
    if (link.seconds() < program.need().orElseThrow().seconds()) {
      return true;
    }
    PodStop stop = container.stop().filter(PodStop::supervised).orElse(null);
    if (stop == null) {
      return false;
    }
    return switch (link.kind()) {
      case GRACE -> container.grace().granted().orElse(0L) < grace(container, program);
      case NODE -> stop.nodeCap().orElseThrow().seconds() < grace(container, program);
      case SUPERVISOR, APPLICATION -> false;
    };
  }

  /** The grace period with which everything in the container fits, all waits raised to the work. */
  static long grace(AuditedContainer container, AuditedProgram program) {
    long need = program.need().orElseThrow().seconds();
    PodStop stop = container.stop().orElse(null);
    if (stop == null) {
      return need;
    }
    if (!stop.supervised()) {
      return stop.preStop() + need + 1;
    }
    long waits = stop.groups().stream().mapToLong(Raising::wait).sum();
    return stop.preStop() + waits + stop.groups().size() + 1;
  }

  private static long wait(StopGroup group) {
    return group.programs().stream()
        .mapToLong(it -> Math.max(it.needed(), known(it)))
        .max()
        .orElse(0);
  }

  // An unknown wait counts nothing: the window is marked as "at most" then.
  private static long known(StopProgram program) {
    OptionalLong wait = OptionalLong.of(program.effectiveWait());
    return wait.getAsLong() >= Integer.MAX_VALUE ? 0 : wait.getAsLong();
  }

  private static String setting(BindingLink link) {
    return link.layer().replace(" not set", "");
  }
}
