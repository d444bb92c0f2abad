package dev.sluice.audit.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the events about a pod without walking through all of them each time. */
final class EventIndex {
  private final List<ClusterEvent> all;
  private final Map<String, List<ClusterEvent>> byObject = new HashMap<>();

  EventIndex(List<ClusterEvent> events) {
    all = List.copyOf(events);
    for (ClusterEvent event : all) {
      byObject.computeIfAbsent(key(event), key -> new ArrayList<>()).add(event);
    }
  }

  List<ClusterEvent> all() {
    return all;
  }

  /** The events of its pod, of the node it ran on, and of the controller that deleted it. */
  List<ClusterEvent> about(Case of) {
    String pod =
        of.pod
            .map(PodRecord::bareName)
            .orElse(of.name.startsWith("pod ") ? of.name.substring("pod ".length()) : "");
    List<ClusterEvent> found = new ArrayList<>(byObject.getOrDefault("pod/" + pod, List.of()));
    of.pod
        .flatMap(PodRecord::node)
        .ifPresent(node -> found.addAll(byObject.getOrDefault("node/" + node, List.of())));
    return found;
  }

  /** A controller's "Deleted pod: x" is about the pod. */
  private static String key(ClusterEvent event) {
    String message = event.message();
    int colon = message.indexOf(": ");
    return event.reason().equals("SuccessfulDelete") && colon > 0
        ? "pod/" + message.substring(colon + 2)
        : event.kind() + "/" + event.name();
  }
}
