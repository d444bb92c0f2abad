package dev.sluice.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** Checks and status as JSON. The keys are a promise to outsiders. */
final class StatusJson {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private StatusJson() {}

  static Buffer check(Check check) {
    ObjectNode root = JSON.createObjectNode();
    root.put("ok", check.ok());
    for (Check.Item item : check.items()) {
      root.withArray("checks")
          .addObject()
          .put("name", item.name())
          .put("ok", item.ok())
          .put("reason", item.reason());
    }
    return buffer(root);
  }

  static Buffer error(String text) {
    return buffer(JSON.createObjectNode().put("error", text));
  }

  static Buffer status(StatusReport report) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", VERSION);
    root.put("pipeline", report.pipeline());
    // With one handler as before there could be several.
    Optional<StatusReport.Task> only =
        report.tasks().size() == 1 ? Optional.of(report.tasks().get(0)) : Optional.empty();
    only.ifPresent(task -> root.put("handler", task.handler()));
    root.putArray("tasks");
    report.tasks().forEach(task -> task(root.withArray("tasks").addObject(), task));
    report.instance().ifPresent(instance -> root.put("instance", instance));
    root.put("state", report.state());
    root.put("uptimeMs", report.uptime().toMillis());
    ObjectNode chain = root.putObject("chain");
    only.ifPresent(task -> limits(chain, task));
    chain(chain, report.figures());
    root.putArray("lanes");
    report.lanes().forEach(lane -> lane(root.withArray("lanes").addObject(), lane));
    root.putArray("tries");
    for (StatusReport.RunningTry one : report.tries()) {
      root.withArray("tries")
          .addObject()
          .put("lane", one.lane())
          .put("ageMs", one.age().toMillis());
    }
    records(root.putObject("records"), report.records());
    root.putObject("takeovers")
        .put("clean", report.takeovers().clean())
        .put("unclean", report.takeovers().unclean());
    report.notes().forEach(root.putArray("notes")::add);
    return buffer(root);
  }

  private static void task(ObjectNode node, StatusReport.Task task) {
    node.put("handler", task.handler());
    task.kinds().forEach(node.putArray("kinds")::add);
    limits(node, task);
  }

  private static void limits(ObjectNode node, StatusReport.Task task) {
    node.put("limitMs", task.limit().toMillis());
    task.checkpointEvery().ifPresent(e -> node.put("checkpointEveryMs", e.toMillis()));
  }

  private static void chain(ObjectNode node, StatusReport.Figures figures) {
    node.put("needMs", figures.need().toMillis());
    node.put("windowMs", figures.window().toMillis());
    node.put("graceSeconds", figures.graceSeconds());
  }

  private static void lane(ObjectNode node, StatusReport.Lane lane) {
    node.put("lane", lane.lane());
    node.put("generation", lane.generation());
    node.put("state", lane.state());
    node.put("position", lane.position());
    node.put("lag", lane.lag());
    node.put("buffered", lane.buffered());
    lane.halted().ifPresent(why -> node.put("halted", why));
  }

  private static void records(ObjectNode node, StatusReport.Records records) {
    node.put("settled", records.settled());
    node.put("deadLettered", records.deadLettered());
    node.put("skipped", records.skipped());
    node.put("delayed", records.delayed());
    node.put("handedBack", records.handedBack());
    node.put("inFlight", records.inFlight());
    node.put("unaccounted", records.unaccounted());
  }

  private static Buffer buffer(ObjectNode node) {
    try {
      return Buffer.buffer(JSON.writeValueAsBytes(node));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write a tree of plain values", e);
    }
  }
}
