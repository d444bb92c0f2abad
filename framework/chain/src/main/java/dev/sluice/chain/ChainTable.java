package dev.sluice.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The chain as an aligned plain-text table: layer, figure, where it comes from. {@code worker
 * chain}, the refusal at start and the chart's notes print the same lines.
 */
public final class ChainTable {
  private ChainTable() {}

  private record Row(String layer, long seconds, OptionalLong granted, String origin) {}

  /**
   * Renders the table, one layer per line, each line ending with a line feed.
   *
   * @param chain what the worker needs
   * @param granted what the layers around it grant; adds a column where one is known
   */
  public static String render(Chain chain, Optional<GrantedChain> granted) {
    GrantedChain known = granted.orElse(GrantedChain.NONE);
    boolean column = !known.isEmpty();
    StringBuilder table = new StringBuilder();
    table.append(
        column
            ? String.format(
                Locale.ROOT, "%-14s %8s  %8s  %s%n", "layer", "figure", "granted", "from")
            : String.format(Locale.ROOT, "%-14s %8s  %s%n", "layer", "figure", "from"));
    for (Row row : rows(chain, known)) {
      String figure = row.seconds() + " s";
      String grant = row.granted().isPresent() ? row.granted().getAsLong() + " s" : "-";
      table.append(
          column
              ? String.format(
                  Locale.ROOT, "%-14s %8s  %8s  %s%n", row.layer(), figure, grant, row.origin())
              : String.format(Locale.ROOT, "%-14s %8s  %s%n", row.layer(), figure, row.origin()));
    }
    return table.toString().replace(System.lineSeparator(), "\n");
  }

  private static List<Row> rows(Chain chain, GrantedChain granted) {
    OptionalLong none = OptionalLong.empty();
    TaskLimit task = chain.longestTask();
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            "need",
            chain.needSeconds(),
            none,
            "pipeline.limits." + task.name() + "." + task.decidingKey()));
    rows.add(new Row("+ commit", chain.commitSeconds(), none, "shutdown.commit"));
    rows.add(new Row("+ close", chain.closeSeconds(), none, "shutdown.close"));
    rows.add(
        new Row(
            "= window",
            chain.windowSeconds(),
            none,
            "the worker's own deadline: drain, settle, close"));
    rows.add(new Row("+ margin", chain.marginSeconds(), none, "shutdown.margin"));
    chain.spec().supervisor().ifPresent(s -> addSupervisor(rows, chain, s, granted));
    if (chain.spec().supervisor().isEmpty() && granted.stopwait().isPresent()) {
      rows.add(stopwait(chain, granted));
    }
    rows.add(new Row("+ preStop", chain.preStopSeconds(), granted.preStop(), "shutdown.preStop"));
    rows.add(new Row("= grace", chain.graceSeconds(), granted.grace(), "derived"));
    if (chain.spec().graceOverride().isPresent()) {
      rows.add(
          new Row(
              "pod grace",
              chain.spec().graceOverride().get().toSeconds(),
              none,
              "terminationGracePeriodSeconds"));
    }
    chain
        .spec()
        .nodeCap()
        .ifPresent(
            cap -> rows.add(new Row("node cap", cap.seconds(), granted.nodeLimit(), cap.origin())));
    if (chain.spec().nodeCap().isEmpty() && granted.nodeLimit().isPresent()) {
      rows.add(
          new Row(
              "node cap",
              granted.nodeLimit().getAsLong(),
              granted.nodeLimit(),
              GrantedChain.NODE_LIMIT));
    }
    return rows;
  }

  private static void addSupervisor(
      List<Row> rows, Chain chain, Supervisor supervisor, GrantedChain granted) {
    rows.add(stopwait(chain, granted));
    long own = supervisor.ownGroupSeconds();
    if (own > chain.stopwaitSeconds()) {
      rows.add(
          new Row("own group", own, OptionalLong.empty(), "supervisor.ownGroupWaits, the largest"));
    }
    rows.add(
        new Row(
            "+ other groups",
            supervisor.otherGroupSeconds(),
            OptionalLong.empty(),
            "supervisor.otherGroupWaits, one after the other"));
    rows.add(
        new Row("= waits", chain.waitsSeconds(), OptionalLong.empty(), "what the groups take"));
    rows.add(
        new Row(
            "+ supervisor",
            Math.max(chain.marginSeconds(), supervisor.groups() + 1L),
            OptionalLong.empty(),
            "max(margin, groups + 1): it notices a death at its poll of one second"));
  }

  private static Row stopwait(Chain chain, GrantedChain granted) {
    return new Row(
        "= stopwait", chain.stopwaitSeconds(), granted.stopwait(), "stopwaitsecs of this program");
  }
}
