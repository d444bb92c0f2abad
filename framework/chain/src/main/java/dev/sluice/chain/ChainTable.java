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

  private record Row(String layer, OptionalLong needed, OptionalLong granted, String origin) {
    Row(String layer, long needed, String origin) {
      this(layer, OptionalLong.of(needed), OptionalLong.empty(), origin);
    }

    String line(boolean grants) {
      return grants
          ? text(layer, cell(needed), cell(granted), origin)
          : text(layer, cell(needed), origin);
    }

    private static String cell(OptionalLong seconds) {
      return seconds.isPresent() ? seconds.getAsLong() + " s" : "-";
    }
  }

  /**
   * Renders the table, one layer per line, each line ending with a line feed.
   *
   * @param chain what the worker needs
   * @param granted what the layers around it grant; adds a column where one is known
   */
  public static String render(Chain chain, Optional<GrantedChain> granted) {
    GrantedChain known = granted.orElse(GrantedChain.NONE);
    boolean grants = !known.isEmpty();
    StringBuilder table =
        new StringBuilder(
            grants ? text("layer", "figure", "granted", "from") : text("layer", "figure", "from"));
    rows(chain, known).forEach(row -> table.append(row.line(grants)));
    return table.toString();
  }

  private static List<Row> rows(Chain chain, GrantedChain granted) {
    List<Row> rows = new ArrayList<>();
    addWindow(rows, chain);
    if (chain.supervised() || granted.stopwait().isPresent()) {
      rows.add(
          new Row(
              "= stopwait",
              OptionalLong.of(chain.stopwaitSeconds()),
              granted.stopwait(),
              "stopwaitsecs of this program"));
    }
    chain.spec().supervisor().ifPresent(supervisor -> addSupervisor(rows, chain, supervisor));
    addPod(rows, chain, granted);
    return rows;
  }

  private static void addWindow(List<Row> rows, Chain chain) {
    TaskLimit task = chain.longestTask();
    String key = "pipeline.limits." + task.name() + "." + task.decidingKey();
    rows.add(new Row("need", chain.needSeconds(), key));
    rows.add(new Row("+ commit", chain.commitSeconds(), "shutdown.commit"));
    rows.add(new Row("+ close", chain.closeSeconds(), "shutdown.close"));
    rows.add(
        new Row(
            "= window", chain.windowSeconds(), "the worker's own deadline: drain, settle, close"));
    rows.add(new Row("+ margin", chain.marginSeconds(), "shutdown.margin"));
  }

  private static void addSupervisor(List<Row> rows, Chain chain, Supervisor supervisor) {
    long own = supervisor.ownGroupSeconds();
    if (own > chain.stopwaitSeconds()) {
      rows.add(new Row("own group", own, "supervisor.ownGroupWaits, the largest"));
    }
    rows.add(
        new Row(
            "+ other groups",
            supervisor.otherGroupSeconds(),
            "supervisor.otherGroupWaits, one after the other"));
    rows.add(new Row("= waits", chain.waitsSeconds(), "what the groups take"));
    rows.add(
        new Row(
            "+ supervisor",
            Math.max(chain.marginSeconds(), supervisor.groups() + 1L),
            "max(margin, groups + 1): it notices a death at its poll of one second"));
  }

  private static void addPod(List<Row> rows, Chain chain, GrantedChain granted) {
    rows.add(
        new Row(
            "+ preStop",
            OptionalLong.of(chain.preStopSeconds()),
            granted.preStop(),
            "shutdown.preStop"));
    rows.add(new Row("= grace", OptionalLong.of(chain.graceSeconds()), granted.grace(), "derived"));
    chain
        .overrideLink()
        .ifPresent(link -> rows.add(new Row("pod grace", link.seconds(), link.origin())));
    Optional<Link> cap = chain.nodeLink();
    if (cap.isPresent() || granted.nodeLimit().isPresent()) {
      rows.add(
          new Row(
              "node cap",
              cap.isPresent() ? OptionalLong.of(cap.get().seconds()) : OptionalLong.empty(),
              granted.nodeLimit(),
              cap.map(Link::origin).orElse(GrantedChain.NODE_LIMIT)));
    }
  }

  private static String text(String layer, String figure, String origin) {
    return String.format(Locale.ROOT, "%-14s %9s  %s\n", layer, figure, origin);
  }

  private static String text(String layer, String figure, String granted, String origin) {
    return String.format(Locale.ROOT, "%-14s %9s  %9s  %s\n", layer, figure, granted, origin);
  }
}
