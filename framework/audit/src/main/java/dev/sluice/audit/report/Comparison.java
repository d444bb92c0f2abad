package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.model.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two environments side by side. Workloads are matched by kind and name, whatever their namespaces;
 * containers, programs and layers by their names.
 *
 * @param first what the user calls the first one
 * @param second what the user calls the second one
 * @param workloads every workload of either, those of the first one first
 */
public record Comparison(String first, String second, List<Workload> workloads) {
  /** Stands where one of the two has no such layer. */
  static final String MISSING = "-";

  /** Copies the workloads. */
  public Comparison {
    workloads = List.copyOf(workloads);
  }

  /**
   * A workload of both or of one.
   *
   * @param name {@code Deployment/orders}
   * @param rows its figures
   */
  public record Workload(String name, List<Row> rows) {
    /** Copies the rows. */
    public Workload {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A figure of both.
   *
   * @param layer with its container
   * @param first as the first one has it, {@code -} where it has none
   * @param second as the second one has it
   */
  public record Row(String layer, String first, String second) {
    /** True when the two are not the same. */
    public boolean differs() {
      return !first.equals(second);
    }
  }

  /** Sets two estates side by side. */
  public static Comparison of(String first, Estate one, String second, Estate other) {
    Map<String, Map<String, String>> left = figures(one);
    Map<String, Map<String, String>> right = figures(other);
    List<Workload> workloads = new ArrayList<>();
    for (String name : union(left.keySet(), right.keySet())) {
      Map<String, String> a = left.getOrDefault(name, Map.of());
      Map<String, String> b = right.getOrDefault(name, Map.of());
      List<Row> rows = new ArrayList<>();
      for (String layer : union(a.keySet(), b.keySet())) {
        rows.add(new Row(layer, a.getOrDefault(layer, MISSING), b.getOrDefault(layer, MISSING)));
      }
      workloads.add(new Workload(name, rows));
    }
    return new Comparison(first, second, workloads);
  }

  /** True when a workload, a layer or a figure is not the same in both. */
  public boolean differs() {
    return workloads.stream().anyMatch(it -> it.rows().stream().anyMatch(Row::differs));
  }

  /** What follows, in one sentence. */
  public String conclusion() {
    return differs()
        ? "The limits differ: a clean run in "
            + first
            + " proves nothing for "
            + second
            + ", and none in "
            + second
            + " for "
            + first
            + "."
        : "All figures that were read are the same in both.";
  }

  private static Map<String, Map<String, String>> figures(Estate estate) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (Subject subject : estate.subjects()) {
      String name =
          subject
              .workload()
              .map(it -> it.kind() + "/" + it.name())
              .orElseGet(() -> lastPart(subject.place().workload()));
      Map<String, String> figures = all.computeIfAbsent(name, key -> new LinkedHashMap<>());
      subject.containers().forEach(container -> add(figures, estate, container));
    }
    return all;
  }

  private static void add(Map<String, String> figures, Estate estate, AuditedContainer container) {
    String prefix = container.place().container().map(name -> name + ": ").orElse("");
    for (LayerRow row : LayerRow.of(estate, container)) {
      figures.put(prefix + row.layer(), text(row.figure()));
    }
    for (AuditedProgram program : container.programs()) {
      String of = program.place().program().map(name -> " of " + name).orElse("");
      long window = program.window().seconds();
      String known = window >= LayerRow.UNLIMITED ? "no limit" : window + " s";
      figures.put(prefix + "window" + of, (program.atMost() ? "at most " : "") + known);
    }
  }

  private static String text(Figure figure) {
    return figure.text() + (figure.isDefault() ? " (default)" : "");
  }

  private static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> both = new LinkedHashSet<>(one);
    both.addAll(other);
    return both;
  }
}
