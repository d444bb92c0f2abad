package dev.sluice.audit.diagnose;

import java.util.ArrayList;
import java.util.List;

/** What would settle an open case: commands to run, and what to give along. */
final class Collect {
  private Collect() {}

  static List<String> next(Case of) {
    List<String> all = new ArrayList<>();
    if (of.kind == Case.Kind.UNIT) {
      all.add("journalctl -u " + word(of.name) + " -o short-iso-precise --no-pager");
      all.add("systemctl show " + word(of.name) + " -p TimeoutStopUSec,Result,ExecMainStatus");
    } else {
      String pod = of.pod.map(PodRecord::bareName).map(Collect::word).orElse("POD");
      if (of.pod.isEmpty()) {
        all.add("kubectl get pod " + pod + " -o json");
      }
      all.add(
          "kubectl logs " + pod + " --previous --timestamps (supervisord's lines are among them)");
      if (of.events.isEmpty()) {
        all.add("kubectl get events --field-selector involvedObject.name=" + pod + " -o json");
      }
    }
    if (of.killed() && of.memory.isEmpty()) {
      all.add("journalctl -k -g 'Killed process' (on the node: the kernel's OOM killer)");
    }
    if (of.lasted().isPresent() && of.figures.grace().isEmpty()) {
      all.add("--grace, --stopwait, --node-limit, --window: the figures that are known");
    }
    return all;
  }

  /** Names come from files, and end up in a command that people copy. */
  private static String word(String name) {
    boolean safe =
        !name.isEmpty()
            && name.chars()
                .allMatch(
                    letter ->
                        letter < 128
                            && (Character.isLetterOrDigit(letter) || "-._@".indexOf(letter) >= 0));
    return safe && !name.startsWith("-") ? name : "NAME";
  }
}
