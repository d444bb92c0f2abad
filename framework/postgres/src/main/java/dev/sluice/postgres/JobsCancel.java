package dev.sluice.postgres;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code jobs cancel}. */
final class JobsCancel {
  private static final int VERSION = 1;

  private JobsCancel() {}

  static int run(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    Tuple ids = Tuple.of((Object) options.ids().toArray(Long[]::new));
    Set<Long> missing = new TreeSet<>(options.ids());
    jobs.ask(new InspectSql(jobs.table()).existing(), ids)
        .forEach(row -> missing.remove(row.getLong("id")));
    if (!missing.isEmpty()) {
      throw JobsShow.isMissing(
          "cancel",
          missing.stream().map(String::valueOf).collect(Collectors.joining(", ")),
          jobs.place());
    }
    Map<Long, JobState> before = new TreeMap<>();
    for (Row row : jobs.ask(new EnqueueSql(jobs.table()).cancel(), ids)) {
      before.put(row.getLong("id"), JobState.of(row.getString("state")));
    }
    if (options.json()) {
      JsonArray list = new JsonArray();
      before.forEach(
          (id, state) ->
              list.add(
                  new JsonObject()
                      .put("id", id)
                      .put("before", state.sql())
                      .put("outcome", outcome(state))));
      out.println(
          new JsonObject()
              .put("version", VERSION)
              .put("table", jobs.place())
              .put("jobs", list)
              .encodePrettily());
    } else {
      before.forEach((id, state) -> out.println("job " + id + " " + said(state)));
    }
    boolean all =
        before.size() == options.ids().size()
            && before.values().stream()
                .noneMatch(state -> Jobs.cancellation(state) == Cancellation.ENDED);
    return all ? 0 : 1;
  }

  private static String outcome(JobState before) {
    return Jobs.cancellation(before).name().toLowerCase(Locale.ROOT);
  }

  private static String said(JobState before) {
    return switch (before) {
      case AVAILABLE -> "is cancelled";
      case CLAIMED -> "is being worked on; its worker is asked to end it";
      case DONE, DEAD, CANCELLED -> "is " + before.sql() + " already; nothing was changed";
    };
  }
}
