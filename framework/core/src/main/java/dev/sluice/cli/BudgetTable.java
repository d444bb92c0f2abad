package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.config.ConnectionBudget;
import java.util.Locale;
import java.util.Optional;

/** The connection budget for people and for programs. */
final class BudgetTable {

  private BudgetTable() {}

  /**
   * An aligned table, each line ending with a line feed; nothing when nobody counts connections.
   *
   * @param budget empty when it is not known here
   */
  static String render(Optional<ConnectionBudget> budget) {
    StringBuilder table = new StringBuilder();
    if (budget.isEmpty()) {
      table.append(line("connections", "-", "per worker: unknown without the file's ${...}"));
      return table.toString();
    }
    ConnectionBudget known = budget.get();
    for (ConnectionBudget.Server server : known.servers()) {
      table.append(
          line(
              "connections",
              String.valueOf(server.perWorker()),
              "per worker to " + server.where()));
      for (ConnectionBudget.Part part : server.parts()) {
        table.append(
            line(
                "",
                String.valueOf(part.connections().most()),
                part.key() + ": " + part.connections().what()));
      }
      known
          .workers()
          .ifPresent(
              workers ->
                  table.append(
                      line(
                          "x " + workers + " workers",
                          String.valueOf(known.total(server)),
                          "SLUICE_REPLICAS")));
      known
          .limit()
          .ifPresent(
              limit ->
                  table.append(
                      line(
                          "allowed",
                          String.valueOf(limit),
                          "database.maxConnections, room for "
                              + limit / server.perWorker()
                              + " workers")));
    }
    return table.toString();
  }

  private static String line(String what, String figure, String from) {
    return String.format(Locale.ROOT, "%-14s %9s  %s\n", what, figure, from);
  }

  /** The servers, each with its sums and parts; null when they are not known here. */
  static void put(ObjectNode root, Optional<ConnectionBudget> budget) {
    if (budget.isEmpty()) {
      root.putNull("connections");
      return;
    }
    ConnectionBudget known = budget.get();
    ArrayNode servers = root.putArray("connections");
    for (ConnectionBudget.Server server : known.servers()) {
      ObjectNode node = servers.addObject();
      node.put("server", server.where());
      node.put("perWorker", server.perWorker());
      known
          .workers()
          .ifPresent(
              workers -> node.put("workers", workers).put("allWorkers", known.total(server)));
      known.limit().ifPresent(limit -> node.put("allowed", limit));
      ArrayNode parts = node.putArray("parts");
      for (ConnectionBudget.Part part : server.parts()) {
        parts
            .addObject()
            .put("key", part.key())
            .put("what", part.connections().what())
            .put("most", part.connections().most());
      }
    }
  }
}
