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

  static String text(
      AuditedContainer container, AuditedProgram program, BindingLink link, long need) {
    return switch (link.kind()) {
      case SUPERVISOR -> "set " + setting(link) + " to " + need + " or more";
      case GRACE ->
          "set terminationGracePeriodSeconds to " + grace(container, program, need) + " or more";
      case NODE ->
          "let the nodes wait " + grace(container, program, need) + " s or more, or run on others";
      case APPLICATION ->
          link.layer().equals("process 1")
              ? "let the program be process 1"
              : "raise " + link.layer() + " to " + need + " s or more";
    };
  }

  /** The grace period with which everything in the container fits, this program's wait raised. */
  static long grace(AuditedContainer container, AuditedProgram program, long need) {
    PodStop stop = container.stop().orElse(null);
    if (stop == null) {
      return need;
    }
    if (!stop.supervised()) {
      return stop.preStop() + need + 1;
    }
    long waits = stop.groups().stream().mapToLong(group -> wait(group, program, need)).sum();
    return stop.preStop() + waits + stop.groups().size() + 1;
  }

  private static long wait(StopGroup group, AuditedProgram program, long need) {
    String raised = program.place().program().orElse("");
    return group.programs().stream()
        .mapToLong(it -> it.name().equals(raised) ? Math.max(need, known(it)) : known(it))
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
