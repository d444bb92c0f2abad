package dev.sluice.audit.launch;

import java.util.List;
import java.util.Optional;

/** A shell text as far as it tells which process waits for which. */
sealed interface ShellNode {

  /** {@code A=b program argument >file}. */
  record Simple(List<ShellWord> assignments, List<ShellWord> words, boolean redirected, int line)
      implements ShellNode {
    public Simple {
      assignments = List.copyOf(assignments);
      words = List.copyOf(words);
    }
  }

  /** {@code [[ … ]]} or {@code (( … ))}: runs nothing. */
  record Condition() implements ShellNode {}

  /** Two or more commands side by side, or one that is negated or timed. */
  record Pipeline(List<ShellNode> parts) implements ShellNode {
    public Pipeline {
      parts = List.copyOf(parts);
    }
  }

  /** {@code left && right} or {@code left || right}. */
  record AndOr(ShellNode left, boolean and, ShellNode right) implements ShellNode {}

  /** One after the other. */
  record Sequence(List<Item> items) implements ShellNode {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /**
   * A command of a sequence.
   *
   * @param background whether nobody waits for it
   * @param startsLine whether it is the first of its line
   * @param endsLine whether a line ends behind it
   */
  record Item(ShellNode node, boolean background, boolean startsLine, boolean endsLine) {}

  /** A compound command with redirections. */
  record Redirected(ShellNode node) implements ShellNode {}

  /** {@code { … }}. */
  record Braces(Sequence body) implements ShellNode {}

  /** {@code ( … )}. */
  record Subshell(Sequence body) implements ShellNode {}

  /** {@code if}, with its {@code elif}s. */
  record If(List<Arm> arms, Optional<Sequence> otherwise) implements ShellNode {
    public If {
      arms = List.copyOf(arms);
    }
  }

  /** A condition and what follows from it. */
  record Arm(Sequence condition, Sequence body) {}

  /** {@code case}. */
  record Case(ShellWord subject, List<Branch> branches) implements ShellNode {
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** A branch of {@code case}. */
  record Branch(List<ShellWord> patterns, Sequence body) {
    public Branch {
      patterns = List.copyOf(patterns);
    }
  }

  /** {@code while}, {@code until} and {@code for}. */
  record Loop(Sequence condition, Sequence body) implements ShellNode {}

  /** {@code name() { … }}. */
  record Definition(String name, ShellNode body) implements ShellNode {}
}
