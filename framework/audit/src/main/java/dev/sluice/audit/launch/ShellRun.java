package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellNode.AndOr;
import dev.sluice.audit.launch.ShellNode.Arm;
import dev.sluice.audit.launch.ShellNode.Braces;
import dev.sluice.audit.launch.ShellNode.Branch;
import dev.sluice.audit.launch.ShellNode.Case;
import dev.sluice.audit.launch.ShellNode.Definition;
import dev.sluice.audit.launch.ShellNode.If;
import dev.sluice.audit.launch.ShellNode.Item;
import dev.sluice.audit.launch.ShellNode.Loop;
import dev.sluice.audit.launch.ShellNode.Pipeline;
import dev.sluice.audit.launch.ShellNode.Redirected;
import dev.sluice.audit.launch.ShellNode.Sequence;
import dev.sluice.audit.launch.ShellNode.Simple;
import dev.sluice.audit.launch.ShellNode.Subshell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Goes through a shell text as the shell would, as far as it can be told without running anything,
 * and finds where the shell stands while the program runs.
 */
final class ShellRun {
  private static final int MAX_DEPTH = 100;

  private final ShellKind kind;
  private final boolean line;
  private final ShellCommands commands;
  private final Route route;
  private int depth;

  /**
   * A run.
   *
   * @param kind which shell
   * @param line whether the text is the argument of {@code -c}
   */
  ShellRun(ShellKind kind, boolean line, ShellState state, Route route) {
    this.kind = kind;
    this.line = line;
    this.route = route;
    this.commands = new ShellCommands(kind, state, route, this::inner);
  }

  /** Where the shell may stand in the end. */
  List<Stay> stays(Sequence all) {
    Flow flow = sequence(all, line);
    List<Stay> stays = new ArrayList<>(flow.ends());
    stays.addAll(flow.lasts());
    return stays.isEmpty() ? commands.shortOnes() : stays;
  }

  ShellCommands commands() {
    return commands;
  }

  private Flow inner(ShellNode node) {
    return eval(node, false);
  }

  private Flow sequence(Sequence sequence, boolean tail) {
    Flow flow = Flow.ON;
    for (int i = 0; i < sequence.items().size() && flow.goesOn(); i++) {
      Item item = sequence.items().get(i);
      boolean last = i == sequence.items().size() - 1;
      if (item.background()) {
        commands.enterAside();
        commands.background(isolated(item.node()));
        commands.leaveAside();
      } else {
        flow = flow.then(eval(item.node(), tail && last && replaces(sequence, item)));
      }
    }
    return flow;
  }

  /** Whether this kind of shell may put the last command of a line in its own place. */
  private boolean replaces(Sequence sequence, Item last) {
    if (kind == ShellKind.BUSYBOX) {
      return !last.endsLine();
    }
    if (kind != ShellKind.BASH || depth > 0) {
      return false;
    }
    int index = sequence.items().size() - 1;
    boolean alone = last.startsLine() || index == 0;
    boolean afterBackground = !alone && sequence.items().get(index - 1).background();
    return !afterBackground
        && (last.node() instanceof Simple
            || (alone && last.node() instanceof AndOr both && both.right() instanceof Simple));
  }

  private Flow eval(ShellNode node, boolean tail) {
    if (depth > MAX_DEPTH || route.steps().spent()) {
      commands.unclear("it is nested or repeated too often");
      return Flow.EXIT;
    }
    depth++;
    try {
      return node instanceof Simple simple ? commands.run(simple, tail) : compound(node, tail);
    } finally {
      depth--;
    }
  }

  private Flow compound(ShellNode node, boolean tail) {
    if (node instanceof AndOr both) {
      return andOr(both, tail);
    } else if (node instanceof Pipeline pipeline) {
      return pipeline(pipeline);
    } else if (node instanceof Sequence sequence) {
      return sequence(sequence, tail);
    } else if (node instanceof Braces braces) {
      return sequence(braces.body(), tail);
    } else if (node instanceof Subshell subshell) {
      boolean same = tail && kind == ShellKind.BUSYBOX;
      return same ? sequence(subshell.body(), true) : foreground(isolated(subshell.body()));
    } else if (node instanceof Redirected redirected) {
      return eval(redirected.node(), false);
    } else if (node instanceof If branches) {
      return branches(branches, tail);
    } else if (node instanceof Case choice) {
      return choice(choice, tail);
    } else if (node instanceof Loop loop) {
      return loop(loop);
    } else if (node instanceof Definition definition) {
      commands.define(definition);
    }
    return Flow.ON;
  }

  private Flow andOr(AndOr both, boolean tail) {
    Flow left = eval(both.left(), false);
    if (!left.goesOn()) {
      return left;
    }
    boolean certain = both.and() && commands.succeeds(both.left());
    Flow right = certain ? eval(both.right(), tail) : maybe(both.right(), tail);
    if (both.and()) {
      Flow rest = certain ? right : right.maybe();
      return right.goesOn() || right.ends().isEmpty()
          ? left.then(rest)
          : new Flow(left.ends(), true, List.of()).then(rest);
    }
    return left.lasts().isEmpty()
        ? left.then(right.maybe())
        : left.then(new Flow(right.ends(), true, List.of()));
  }

  private Flow maybe(ShellNode node, boolean tail) {
    commands.enterCondition();
    try {
      return eval(node, tail);
    } finally {
      commands.leaveCondition();
    }
  }

  private Flow pipeline(Pipeline pipeline) {
    for (ShellNode part : pipeline.parts()) {
      List<Stay> stays = isolated(part);
      if (!stays.isEmpty()) {
        return foreground(stays);
      }
    }
    return Flow.ON;
  }

  /** A part that has a process of its own: what it does to the shell is lost. */
  private List<Stay> isolated(ShellNode node) {
    Flow flow = maybe(node, false);
    List<Stay> stays = new ArrayList<>(flow.ends());
    stays.addAll(flow.lasts());
    return stays;
  }

  private Flow foreground(List<Stay> stays) {
    List<Stay> waiting = new ArrayList<>();
    for (Stay stay : stays) {
      waiting.add(commands.stay(Stay.Kind.FOREGROUND, stay.inner(), stay.at()));
    }
    return new Flow(List.of(), true, waiting);
  }

  private Flow branches(If branches, boolean tail) {
    Flow all = null;
    for (Arm arm : branches.arms()) {
      Optional<Boolean> known = commands.test(arm.condition());
      Flow condition = condition(arm.condition());
      if (known.isPresent() && !known.get()) {
        continue;
      }
      Flow body =
          known.isPresent() && all == null ? sequence(arm.body(), tail) : maybe(arm.body(), tail);
      Flow whole = condition.then(body);
      all = all == null ? whole : all.or(whole);
      if (known.isPresent()) {
        return all;
      }
    }
    if (branches.otherwise().isEmpty()) {
      return all == null ? Flow.ON : all.maybe();
    }
    Sequence otherwise = branches.otherwise().get();
    return all == null ? sequence(otherwise, tail) : all.or(maybe(otherwise, tail));
  }

  private Flow condition(Sequence asked) {
    commands.enterAside();
    try {
      return sequence(asked, false);
    } finally {
      commands.leaveAside();
    }
  }

  private Flow choice(Case choice, boolean tail) {
    Flow all = null;
    for (Branch branch : choice.branches()) {
      Optional<Boolean> known = commands.matches(choice.subject(), branch.patterns());
      if (known.isPresent() && !known.get()) {
        continue;
      }
      Flow body =
          known.isPresent() && all == null
              ? sequence(branch.body(), tail)
              : maybe(branch.body(), tail);
      all = all == null ? body : all.or(body);
      if (known.isPresent()) {
        return all;
      }
    }
    return all == null ? Flow.ON : all.maybe();
  }

  private Flow loop(Loop loop) {
    Flow condition = condition(loop.condition());
    commands.enterLoop();
    try {
      Flow body = maybe(loop.body(), false);
      return new Flow(condition.then(body).ends(), true, body.lasts());
    } finally {
      commands.leaveLoop();
    }
  }
}
