package dev.sluice.audit.cli;

/** What {@code --help} prints: at most 24 lines of 80 characters. */
final class Help {
  static final String TEXT =
      """
      Usage: sluice-audit [options] FILE|DIR|-...
             sluice-audit [options] --compare A B
             sluice-audit diagnose --help
      Relates what ends a worker (its work, supervisor, pod, node): what is too short?
        --limits FILE            the pipeline.yaml of a Sluice worker; repeatable
        --task [NAME[@WHERE]=]T  work that must be able to end: export@orders=400s
        --node-limit T           how long the nodes wait: 120s
        --node-profile NAME      aws-spot (120 s) or cluster-autoscaler (600 s)
        --image NAME=DOCKERFILE  which Dockerfile makes an image
        --supervisord NAME=FILE  which file the supervisord of a container reads
        --docs FILE|DIR          documents whose figures must stand in some file
        --helm PATH, --values FILE, --release-name NAME    how charts are rendered
        --json | --sarif         the report for programs, or for reviews
        --output FILE            where the report goes
        --baseline FILE          findings that are accepted, with the reasons
        --write-baseline FILE    accept what is found now
        --fail-on LEVEL          error, warning (default) or note
        --compare A B            the figures of two environments side by side
        -v, --verbose            also what was passed over
        -h, --help | -V, --version
      Exit code: 0 nothing at or above --fail-on, 1 findings, 2 bad usage or
      unreadable input (the rest is audited all the same).
      """;

  private Help() {}
}
