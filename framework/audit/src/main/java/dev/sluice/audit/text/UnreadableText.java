package dev.sluice.audit.text;

/** A text, or a document of it, that can't be read. It carries the problem and no stack trace. */
final class UnreadableText extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Because of this problem. */
  UnreadableText(Problem problem) {
    super(problem.toString(), null, false, false);
    this.problem = problem;
  }

  UnreadableText(Position at, String message) {
    this(new Problem(at, message));
  }

  /** What and where. */
  Problem problem() {
    return problem;
  }
}
