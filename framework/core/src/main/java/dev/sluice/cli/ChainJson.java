package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.chain.Chain;
import dev.sluice.chain.Durations;
import dev.sluice.chain.Finding;
import dev.sluice.chain.GrantedChain;
import dev.sluice.chain.ShutdownBudget;
import dev.sluice.config.PlannedTask;
import java.util.Locale;
import java.util.OptionalLong;

/** The chain for programs: the figures of the table, the findings, whether it fits. */
final class ChainJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ChainJson() {}

  /** One object on several lines; every figure in whole seconds. */
  static String render(PlannedChain planned) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", 1);
    root.put("fits", planned.fits());
    // With one handler as before there could be several.
    if (planned.tasks().size() == 1) {
      task(root, planned.tasks().get(0));
    }
    ArrayNode tasks = root.putArray("tasks");
    for (PlannedTask<?> task : planned.tasks()) {
      ObjectNode node = tasks.addObject();
      task(node, task);
      planned.outline().tasks().kindsOf(task.name()).forEach(node.withArray("kinds")::add);
    }
    figures(root.putObject("seconds"), planned.chain());
    planned.grants().ifPresent(granted -> grants(root.putObject("granted"), granted));
    BudgetTable.put(root, planned.budget());
    planned.warnings().forEach(root.putArray("warnings")::add);
    ArrayNode findings = root.putArray("findings");
    planned.findings().forEach(finding -> finding(findings.addObject(), finding));
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write a tree of plain values", e);
    }
  }

  private static void task(ObjectNode node, PlannedTask<?> task) {
    node.put("handler", task.name());
    node.put("limit", Durations.print(task.limits().limit()));
    task.limits()
        .checkpointEvery()
        .ifPresent(every -> node.put("checkpointEvery", Durations.print(every)));
  }

  private static void figures(ObjectNode seconds, Chain chain) {
    ShutdownBudget budget = chain.spec().budget();
    seconds.put("need", chain.needSeconds());
    seconds.put("commit", Durations.ceilSeconds(budget.commit()));
    seconds.put("close", Durations.ceilSeconds(budget.close()));
    seconds.put("window", chain.windowSeconds());
    seconds.put("margin", Durations.ceilSeconds(budget.margin()));
    seconds.put("stopwait", chain.stopwaitSeconds());
    seconds.put("preStop", Durations.ceilSeconds(budget.preStop()));
    seconds.put("grace", chain.graceSeconds());
    chain.spec().nodeCap().ifPresent(cap -> seconds.put("nodeCap", cap.seconds()));
  }

  private static void grants(ObjectNode node, GrantedChain granted) {
    put(node, "grace", granted.grace());
    put(node, "preStop", granted.preStop());
    put(node, "stopwait", granted.stopwait());
    put(node, "nodeLimit", granted.nodeLimit());
  }

  private static void finding(ObjectNode node, Finding finding) {
    node.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    node.put("id", finding.id());
    node.put("message", finding.message());
    finding.details().forEach(node.putArray("details")::add);
    finding.waysOut().forEach(node.putArray("waysOut")::add);
  }

  private static void put(ObjectNode node, String name, OptionalLong seconds) {
    seconds.ifPresent(value -> node.put(name, value));
  }
}
