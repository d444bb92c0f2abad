package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Signals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two environments side by side. Workloads are matched by kind and name, whatever their namespaces,
 * unless one of the two has that name in several: then by namespace as well. Containers, programs
 * and layers are matched by their names.
 *
 * @param first what the user calls the first one
 * @param second what the user calls the second one
 * @param workloads every workload of either, those of the first one first
 */
public record Comparison(String first, String second, List<Workload> workloads) {
  /** Stands where one of the two has no such layer. */
  static final String MISSING = "-";

  private static final String UNREAD = "?";
  private static final String AT_MOST = "at most ";
  private static final String TERM = "TERM (default)";

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

    /**
     * True when one of the two was not read, or only a bound of it: nothing shows that they agree.
     */
    public boolean unknown() {
      return open(first) || open(second);
    }

    private static boolean open(String figure) {
      return figure.equals(UNREAD) || figure.startsWith(AT_MOST);
    }
  }

  /** Sets two estates side by side. */
  public static Comparison of(String first, Estate one, String second, Estate other) {
    Set<String> twice = twice(one);
    twice.addAll(twice(other));
    Map<String, Map<String, String>> left = figures(one, twice);
    Map<String, Map<String, String>> right = figures(other, twice);
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
        : "All figures that were read are the same in both." + notRead();
  }

  private String notRead() {
    long open = workloads.stream().flatMap(it -> it.rows().stream()).filter(Row::unknown).count();
    return open == 0
        ? ""
        : " Of " + open + " nothing is known in one or both: there they may differ.";
  }

  /** Names that one environment has more than once. */
  private static Set<String> twice(Estate estate) {
    Set<String> met = new HashSet<>();
    return estate.subjects().stream()
        .map(Comparison::shortName)
        .filter(name -> !met.add(name))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static String shortName(Subject subject) {
    return subject
        .workload()
        .map(it -> it.kind() + "/" + it.name())
        .orElseGet(() -> lastPart(subject.place().workload()));
  }

  private static Map<String, Map<String, String>> figures(Estate estate, Set<String> twice) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (Subject subject : estate.subjects()) {
      String name = shortName(subject);
      Map<String, String> figures = new LinkedHashMap<>();
      subject.containers().forEach(container -> add(figures, estate, container));
      put(all, twice.contains(name) ? subject.place().workload() : name, figures);
    }
    return all;
  }

  private static void add(Map<String, String> figures, Estate estate, AuditedContainer container) {
    String prefix = container.place().container().map(name -> name + ": ").orElse("");
    put(figures, prefix + "start form", form(container));
    for (LayerRow row : LayerRow.of(estate, container)) {
      put(figures, prefix + row.layer(), text(row.figure()));
    }
    for (AuditedProgram program : container.programs()) {
      String of = program.place().program().map(name -> " of " + name).orElse("");
      put(figures, prefix + "stop signal" + of, signal(program));
      put(figures, prefix + "signal path" + of, path(program));
      long window = program.window().seconds();
      String known = window >= LayerRow.UNLIMITED ? "no limit" : window + " s";
      put(figures, prefix + "window" + of, (program.atMost() ? AT_MOST : "") + known);
    }
  }

  private static String form(AuditedContainer container) {
    return container
        .start()
        .map(start -> start.form() == StartLine.Form.SHELL ? "sh -c" : "exec")
        .orElse(UNREAD);
  }

  // What an image that was not read says is not known.
  private static String signal(AuditedProgram program) {
    Optional<Launch> launch = program.launch();
    Optional<String> changed = launch.flatMap(Launch::signal);
    if (changed.isPresent() || program.signal().isPresent()) {
      String name = changed.orElseGet(() -> program.signal().orElseThrow().text());
      return Signals.name(name).orElse(name);
    }
    return launch.isPresent() ? TERM : UNREAD;
  }

  private static String path(AuditedProgram program) {
    return switch (program.launch().map(Launch::path).orElse(SignalPath.UNKNOWN)) {
      case REACHES -> "reaches it";
      case KEPT_BY_SHELL -> "kept by a shell";
      case ENDS_AT_ONCE -> "ends at once";
      case ORPHANS_PROGRAM -> "leaves it behind";
      case UNKNOWN -> UNREAD;
    };
  }

  // Of several with one name none is lost.
  private static <T> void put(Map<String, T> all, String name, T value) {
    String free = name;
    for (int n = 2; all.containsKey(free); n++) {
      free = name + " (" + n + ")";
    }
    all.put(free, value);
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
