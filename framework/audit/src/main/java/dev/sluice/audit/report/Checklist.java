package dev.sluice.audit.report;

import static dev.sluice.audit.report.ChecklistLine.Answer.FAIL;
import static dev.sluice.audit.report.ChecklistLine.Answer.PASS;
import static dev.sluice.audit.report.ChecklistLine.Answer.UNKNOWN;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Selector;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Eight questions about a worker that can be stopped at any moment, answered from what was read. A
 * pass needs proof for each program; what the files don't tell is unknown.
 */
public final class Checklist {
  private static final Set<Check> SIGNAL =
      EnumSet.of(
          Check.SHELL_IS_PROCESS_ONE,
          Check.WRAPPER_WITHOUT_EXEC,
          Check.INIT_ENDS_SHELL,
          Check.STOP_SIGNAL_MISMATCH);
  private static final Set<Check> CUT =
      EnumSet.of(
          Check.NEED_BEYOND_WINDOW,
          Check.APPLICATION_TIMER,
          Check.PROBE_GRACE_SHORTER,
          Check.ACTIVE_DEADLINE,
          Check.SCALED_JOB_ROLLOUT);
  private static final Set<Check> PROCESS_ONE =
      EnumSet.of(Check.SHELL_IS_PROCESS_ONE, Check.WRAPPER_WITHOUT_EXEC, Check.INIT_ENDS_SHELL);
  private static final Set<Check> GRACE =
      EnumSet.of(Check.NEED_BEYOND_WINDOW, Check.SUM_BEYOND_POD, Check.PRE_STOP_EATS_WINDOW);
  private static final Set<Check> BUDGET =
      EnumSet.of(Check.NO_DISRUPTION_BUDGET, Check.BUDGET_BLOCKS_DRAINS);

  private final Estate estate;
  private final List<AuditFinding> findings;
  private final List<AuditedProgram> programs;

  private Checklist(Audit audit) {
    this.estate = audit.estate();
    this.findings = audit.all();
    this.programs =
        estate.subjects().stream()
            .flatMap(subject -> subject.containers().stream())
            .flatMap(container -> container.programs().stream())
            .toList();
  }

  /** The eight lines, always in the same order. Accepted findings fail a line as others do. */
  public static List<ChecklistLine> of(Audit audit) {
    Checklist list = new Checklist(audit);
    return List.of(
        list.catchesTheSignal(),
        list.finishesItsWork(),
        list.isProcessOne(),
        list.hasTheTime(),
        list.acknowledgesLast(),
        list.queueWaitsLonger(),
        list.hasABudget(),
        list.fitsTheNode());
  }

  private ChecklistLine catchesTheSignal() {
    return line(
        "The worker hears the stop signal and takes no new work",
        SIGNAL,
        sluiceEverywhere() && signalArrives(),
        "a Sluice pipeline is mounted or declared for each program, and the signal arrives",
        "no file tells what the program does with it: stop one under load and look");
  }

  private ChecklistLine finishesItsWork() {
    return line(
        "Work in flight ends, or is kept at a checkpoint, before the process does",
        union(SIGNAL, CUT),
        sluiceEverywhere() && signalArrives() && needsFit(),
        "a Sluice pipeline is mounted or declared for each program, and its need fits the window",
        "no file tells whether the program waits for its work: stop one under load and compare");
  }

  private ChecklistLine isProcessOne() {
    return line(
        "The program itself gets the signal, not a shell in front of it",
        PROCESS_ONE,
        signalArrives(),
        "nothing in front of a program keeps the signal",
        "what is started was not read everywhere: give the Dockerfiles and wrapper scripts");
  }

  private ChecklistLine hasTheTime() {
    return line(
        "The pod waits longer than the longest work takes",
        GRACE,
        needsFit() && inPods(),
        "each declared need fits the real window of its program",
        "declare the work of each program (--task, --limits), and give the manifests");
  }

  private ChecklistLine acknowledgesLast() {
    return new ChecklistLine(
        "A message is acknowledged after its work is done, and doing it twice does no harm",
        UNKNOWN,
        sluiceEverywhere()
            ? "Sluice acknowledges last; that a repetition does no harm is the handler's part"
            : "it stands in the code: look where the acknowledgement is sent, and repeat a message");
  }

  private ChecklistLine queueWaitsLonger() {
    return line(
        "The queue waits longer for an acknowledgement than the longest work takes",
        EnumSet.of(Check.QUEUE_TIMEOUT),
        everywhere(Checklist::queuesWait),
        "each program is told a time-out of its queue, and it is longer than its work",
        "compare the queue's own time-out (visibility, consumer_timeout, ack deadline) with it");
  }

  private ChecklistLine hasABudget() {
    List<Workload> evicted =
        estate.subjects().stream()
            .flatMap(subject -> subject.workload().stream())
            .filter(Workload::evicted)
            .toList();
    List<KubernetesObject> budgets = estate.objects("PodDisruptionBudget");
    return line(
        "A disruption budget keeps node drains from stopping all pods at once",
        BUDGET,
        !evicted.isEmpty()
            && findings.stream().noneMatch(finding -> BUDGET.contains(finding.check()))
            && evicted.stream()
                .allMatch(
                    workload ->
                        budgets.stream().anyMatch(budget -> Selector.selects(budget, workload))),
        "each workload that drains evict has one that lets them go on",
        "no workload was read that drains evict, or none that has pods");
  }

  private ChecklistLine fitsTheNode() {
    return line(
        "The work is short enough for what drains the nodes, spot reclaims included",
        EnumSet.of(Check.NODE_CAP_EXCEEDED),
        estate.nodeCap().isPresent() && needsFit() && inPods(),
        "each pod ends within what the node waits",
        "say how long the nodes wait (--node-limit, --node-profile) and declare the work");
  }

  private ChecklistLine line(
      String question, Set<Check> gaps, boolean proven, String proof, String look) {
    List<AuditFinding> found =
        findings.stream().filter(finding -> gaps.contains(finding.check())).toList();
    if (!found.isEmpty()) {
      return new ChecklistLine(question, FAIL, where(found));
    }
    return proven
        ? new ChecklistLine(question, PASS, proof)
        : new ChecklistLine(question, UNKNOWN, look);
  }

  private static String where(List<AuditFinding> found) {
    AuditFinding first = found.get(0);
    int others = found.size() - 1;
    return first.check().id()
        + " at "
        + first.place()
        + (others == 0 ? "" : ", and " + others + " more of this line");
  }

  private static boolean queuesWait(AuditedProgram program) {
    return program.need().isPresent()
        && !program.queues().isEmpty()
        && program.queues().stream()
            .allMatch(
                queue ->
                    !queue.figure().isDefault()
                        && queue
                            .figure()
                            .granted()
                            .filter(granted -> granted > program.need().get().seconds())
                            .isPresent());
  }

  private boolean sluiceEverywhere() {
    return everywhere(program -> program.need().filter(Need::pipeline).isPresent());
  }

  private boolean needsFit() {
    return everywhere(
        program -> program.need().isPresent() && !program.tooShort() && !program.atMost());
  }

  private boolean signalArrives() {
    return everywhere(
            program -> program.launch().filter(it -> it.path() == SignalPath.REACHES).isPresent())
        && estate.subjects().stream()
            .flatMap(subject -> subject.containers().stream())
            .map(AuditedContainer::launch)
            .allMatch(launch -> launch.filter(it -> it.path() == SignalPath.REACHES).isPresent());
  }

  private boolean inPods() {
    return estate.subjects().stream().allMatch(subject -> subject.workload().isPresent());
  }

  // Without a program there is nothing that could be proven.
  private boolean everywhere(Predicate<AuditedProgram> test) {
    boolean complete =
        estate.subjects().stream()
            .flatMap(subject -> subject.containers().stream())
            .noneMatch(container -> container.programs().isEmpty());
    return complete && !programs.isEmpty() && programs.stream().allMatch(test);
  }

  private static Set<Check> union(Set<Check> one, Set<Check> other) {
    Set<Check> both = EnumSet.copyOf(one);
    both.addAll(other);
    return both;
  }
}
