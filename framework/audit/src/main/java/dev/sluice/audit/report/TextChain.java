package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.assembly.PodNeed;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.report.Page.Ink;
import java.util.List;
import java.util.Optional;

/** The chain of one container: its layers as a table, the window of each program, the pod's sum. */
final class TextChain {
  private static final int FIGURE = 8;

  private TextChain() {}

  static void print(Page page, Estate estate, AuditedContainer container) {
    container.place().container().ifPresent(name -> page.line(2, "container " + name));
    List<LayerRow> rows = LayerRow.of(estate, container);
    if (rows.isEmpty()) {
      page.line(4, "no program is known");
      return;
    }
    int layer = width("layer", rows.stream().map(LayerRow::layer).toList(), 40);
    int from = width("from", rows.stream().map(row -> row.figure().origin().text()).toList(), 48);
    row(page, layer, from, "layer", "figure", "from", "note");
    rows.forEach(
        row ->
            row(
                page,
                layer,
                from,
                row.layer(),
                row.figure().text(),
                row.figure().origin().text(),
                row.note()));
    container.programs().forEach(program -> program(page, container, program));
    pod(page, container);
  }

  private static void row(
      Page page, int layer, int from, String name, String figure, String origin, String note) {
    String left =
        pad(Page.plain(name), layer)
            + "  "
            + " ".repeat(Math.max(0, FIGURE - figure.length()))
            + figure
            + " ";
    String right = note.isEmpty() ? origin : pad(origin, from) + "  " + note;
    page.item(4, left, right, Ink.PLAIN);
  }

  private static void program(Page page, AuditedContainer container, AuditedProgram program) {
    ProgramChain chain = ProgramChain.of(container, program);
    String name = program.place().program().map(it -> "program " + it).orElse("the program");
    page.item(4, name + ":", verdict(program, chain), ink(program, chain));
    page.item(6, "binding link:", program.bindingLink().toString(), Ink.PLAIN);
    page.item(6, "rule:", chain.names(), Ink.PLAIN);
    String failing = chain.failsAt().map(gap -> "   <- fails: " + gap).orElse("");
    page.line(12, chain.figures() + failing);
  }

  private static String verdict(AuditedProgram program, ProgramChain chain) {
    long window = program.window().seconds();
    String unknown =
        chain.atMost().isEmpty()
            ? ""
            : " at most (unknown: " + String.join(", ", chain.atMost()) + ")";
    String granted =
        window >= LayerRow.UNLIMITED
            ? "nothing known ends it"
            : "window " + window + " s" + unknown;
    if (program.need().isEmpty()) {
      return granted + "; its need is unknown";
    }
    long needed = program.need().map(Need::seconds).orElseThrow();
    String needs = granted + ", needs " + needed + " s";
    if (program.tooShort()) {
      return needs + ": too short by " + (needed - window) + " s";
    }
    return switch (chain.path()) {
      case KEPT_BY_SHELL -> needs + ": it does not hear of the stop";
      case ENDS_AT_ONCE -> needs + ": it is killed at once";
      case ORPHANS_PROGRAM -> needs + ": it is left behind without having heard of the stop";
      case UNKNOWN -> needs + ": fits if it hears of the stop, which is unknown";
      case REACHES -> needs + (chain.atMost().isEmpty() ? ": fits" : ": fits what is known");
    };
  }

  private static Ink ink(AuditedProgram program, ProgramChain chain) {
    if (program.tooShort() || chain.isDeaf()) {
      return Ink.RED;
    }
    return chain.holds().equals(Optional.of(true)) ? Ink.GREEN : Ink.YELLOW;
  }

  private static void pod(Page page, AuditedContainer container) {
    if (container.supervision() != AuditedContainer.Supervision.SUPERVISORD
        || container.podNeed().isEmpty()
        || container.container().isEmpty()) {
      return;
    }
    PodNeed need = container.podNeed().get();
    String needed =
        need.atLeast() ? String.join(" + ", need.parts()) : Figure.number(need.seconds());
    boolean gap = need.fits().equals(Optional.of(false));
    String verdict =
        gap
            ? ", no room for all of them"
            : need.fits().isPresent() ? "" : ": fits as far as it is known";
    page.item(
        4,
        "pod:",
        "preStop + waits of all groups + groups + 1 <= "
            + need.given().layer()
            + ": "
            + needed
            + (gap ? " > " : " <= ")
            + given(need)
            + verdict,
        gap ? Ink.YELLOW : Ink.PLAIN);
  }

  private static String given(PodNeed need) {
    long seconds = need.given().seconds();
    return need.givenAtMost() && seconds >= LayerRow.UNLIMITED ? "?" : Figure.number(seconds);
  }

  private static int width(String title, List<String> cells, int most) {
    int longest = cells.stream().mapToInt(String::length).max().orElse(0);
    return Math.min(most, Math.max(title.length(), longest));
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }
}
