package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.timers.AppTimer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Timers inside an application: shorter than the work, or longer than what the layers leave. */
final class TimerRule implements Rule {
  private static final String NEVER_FIRES =
      "The program is killed before its own timer ends the work in order.";
  private static final String AGE =
      "A limit of the program's age ends work that no stop was asked for.";
  private static final String PLANS_WITH_MORE =
      "The program plans with more time than it has, and is killed in the middle of it.";

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container ->
            container
                .programs()
                .forEach(
                    program ->
                        program.timers().stream()
                            .filter(
                                timer ->
                                    timer.figure().value().filter(TimerRule::limits).isPresent())
                            .forEach(timer -> check(container, program, timer, found))));
  }

  private static boolean limits(Duration figure) {
    return figure.compareTo(Figure.UNLIMITED) < 0;
  }

  private static void check(
      AuditedContainer container,
      AuditedProgram program,
      AppTimer timer,
      Consumer<AuditFinding> found) {
    long figure = timer.figure().granted().orElseThrow();
    String told = timer.name() + " is " + timer.figure().text() + " (" + origin(timer) + ")";
    long around =
        program.links().stream()
            .filter(link -> link.kind() != BindingLink.Kind.APPLICATION)
            .mapToLong(BindingLink::seconds)
            .min()
            .orElse(Long.MAX_VALUE);
    if (timer.ends() && program.need().filter(need -> need.seconds() > figure).isPresent()) {
      long need = program.need().orElseThrow().seconds();
      AuditFinding finding =
          AuditFinding.of(
                  Check.APPLICATION_TIMER,
                  program.place(),
                  timer.figure().at().or(() -> Rule.anchor(container)),
                  told
                      + (timer.fromStart() ? ", counted from the start and not from the stop" : "")
                      + ", the work needs "
                      + need
                      + " s",
                  Change.raise("raise " + timer.name() + " to " + need + " s or more"),
                  Change.lower("lower the limit of the work to " + figure + " s or less"))
              .about(timer.name());
      boolean binding =
          program.killedBy(BindingLink.Kind.APPLICATION)
              && program.bindingLink().layer().equals(timer.name());
      found.accept(binding ? finding.killing() : finding);
    } else if (timer.fromStart()) {
      fromStart(container, program, timer, found);
    } else if (figure > around) {
      found.accept(
          new AuditFinding(
                  Check.APPLICATION_TIMER,
                  Level.WARNING,
                  program.place(),
                  timer.figure().at().or(() -> Rule.anchor(container)),
                  told + ", but the layers around it leave " + around + " s",
                  timer.ends() ? NEVER_FIRES : PLANS_WITH_MORE,
                  List.of(
                      Change.lower("lower " + timer.name() + " below " + around + " s"),
                      Change.raise("give the layers around it more than " + figure + " s")),
                  false)
              .about(timer.name() + " and the layers"));
    }
  }

  /** An age is no time to stop: what is left of it at a stop is anything from nothing to all. */
  private static void fromStart(
      AuditedContainer container,
      AuditedProgram program,
      AppTimer timer,
      Consumer<AuditFinding> found) {
    boolean tooYoung =
        program
            .need()
            .filter(need -> need.seconds() > timer.figure().granted().orElseThrow())
            .isPresent();
    if (!timer.ends() && !tooYoung) {
      return; // it starts a stop like any other, and the work fits
    }
    found.accept(
        new AuditFinding(
            Check.APPLICATION_TIMER,
            Level.WARNING,
            program.place(),
            timer.figure().at().or(() -> Rule.anchor(container)),
            timer.name()
                + " is "
                + timer.figure().text()
                + " ("
                + origin(timer)
                + "): counted from the start and not from the stop, it "
                + (timer.ends()
                    ? "kills the program in the middle of its work, and a stop has only what is"
                        + " left of it"
                    : "stops the program before the work of "
                        + program.need().orElseThrow().seconds()
                        + " s is done, unless it drains"),
            AGE,
            List.of(
                Change.set("let the program end itself between two tasks, and take timeout away")),
            false));
  }

  private static String origin(AppTimer timer) {
    return timer.figure().origin().text();
  }
}
