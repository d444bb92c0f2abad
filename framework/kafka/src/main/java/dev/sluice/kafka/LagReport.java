package dev.sluice.kafka;

import dev.sluice.command.TextTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.admin.MemberDescription;

/** How far a group is, for people and for programs. */
final class LagReport {
  private static final int VERSION = 1;

  private LagReport() {}

  static String table(GroupView group, List<PartitionLag> lags) {
    TextTable table =
        new TextTable(
            "topic", "partition", "position", "done beyond", "log end", "lag", "owner", "");
    for (PartitionLag each : lags) {
      table.row(
          each.partition().topic(),
          each.partition().partition(),
          each.position().map(String::valueOf).orElse("-"),
          each.doneBeyond(),
          each.log().end(),
          each.lag(),
          each.owner().map(GroupView::name).orElse("-"),
          each.note().orElse(""));
    }
    table.row("total", "", "", "", "", total(lags), "", "");
    return group.summary() + System.lineSeparator() + table.render();
  }

  private static long total(List<PartitionLag> lags) {
    return lags.stream().mapToLong(PartitionLag::lag).sum();
  }

  static String json(String pipeline, GroupView group, List<PartitionLag> lags) {
    JsonArray partitions = new JsonArray();
    lags.forEach(each -> partitions.add(json(each)));
    JsonArray members = new JsonArray();
    group.members().forEach(each -> members.add(json(each)));
    JsonObject root =
        new JsonObject()
            .put("version", VERSION)
            .put("pipeline", pipeline)
            .put("group", group.group())
            .put("state", group.state());
    group.protocol().ifPresent(kind -> root.put("protocol", kind));
    return root.put("lag", total(lags))
            .put("members", members)
            .put("partitions", partitions)
            .encodePrettily()
        + System.lineSeparator();
  }

  private static JsonObject json(PartitionLag lag) {
    JsonObject node =
        new JsonObject()
            .put("topic", lag.partition().topic())
            .put("partition", lag.partition().partition());
    lag.position().ifPresent(position -> node.put("position", position));
    node.put("doneBeyond", lag.doneBeyond())
        .put("logBegin", lag.log().begin())
        .put("logEnd", lag.log().end())
        .put("lag", lag.lag());
    lag.owner().ifPresent(owner -> node.put("owner", owner.consumerId()));
    lag.mark()
        .ifPresent(
            mark ->
                node.put(
                    "mark",
                    new JsonObject()
                        .put("owner", mark.owner())
                        .put("phase", mark.phase().name().toLowerCase(Locale.ROOT))));
    lag.note().ifPresent(note -> node.put("note", note));
    return node;
  }

  private static JsonObject json(MemberDescription member) {
    JsonObject node =
        new JsonObject()
            .put("member", member.consumerId())
            .put("clientId", member.clientId())
            .put("host", GroupView.host(member));
    member.groupInstanceId().ifPresent(id -> node.put("instance", id));
    return node.put("partitions", member.assignment().topicPartitions().size());
  }
}
