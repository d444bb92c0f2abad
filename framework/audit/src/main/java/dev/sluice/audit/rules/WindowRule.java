package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** need + commit + close of each program against its real window. */
final class WindowRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container ->
            container.programs().stream()
                .filter(AuditedProgram::tooShort)
                .forEach(program -> found.accept(finding(container, program))));
  }

  private static AuditFinding finding(AuditedContainer container, AuditedProgram program) {
    Need need = program.need().orElseThrow();
    BindingLink link = program.bindingLink();
    String sum =
        need.commit() + need.close() == 0
            ? need.seconds() + " s"
            : need.seconds()
                + " s ("
                + need.work().needed().orElseThrow()
                + " + commit "
                + need.commit()
                + " + close "
                + need.close()
                + ")";
    return new AuditFinding(
        Check.NEED_BEYOND_WINDOW,
        Check.NEED_BEYOND_WINDOW.level(),
        program.place(),
        link.at().or(() -> missing(container, program, link)),
        "task "
            + need.task()
            + " needs "
            + sum
            + ", its real window is "
            + program.window().seconds()
            + " s; binding link: "
            + link,
        Check.NEED_BEYOND_WINDOW.why(),
        changes(container, program),
        true);
  }

  // Where the missing figure would stand: in the program's section, or in the container.
  private static Optional<Position> missing(
      AuditedContainer container, AuditedProgram program, BindingLink link) {
    return link.kind() == BindingLink.Kind.SUPERVISOR
        ? program.signal().map(Word::at)
        : Rule.anchor(container);
  }

  private static List<Change> changes(AuditedContainer container, AuditedProgram program) {
    Need need = program.need().orElseThrow();
    List<Change> changes = new ArrayList<>();
    // All layers that are too short, or become so, not only the first.
    List<String> raised =
        program.links().stream()
            .filter(link -> Raising.raises(container, program, link))
            .map(link -> Raising.text(container, program, link))
            .distinct()
            .toList();
    changes.add(Change.raise(String.join("; and ", raised)));
    long work = program.window().seconds() - need.commit() - need.close();
    if (work > 0) {
      changes.add(Change.lower("lower the limit of " + need.task() + " to " + work + " s or less"));
      changes.add(
          Change.split(
              "split " + need.task() + ", or stop at checkpoints at most " + work + " s apart"));
    } else {
      changes.add(
          Change.split("no limit is small enough: the window has to grow before anything fits"));
    }
    return changes;
  }
}
