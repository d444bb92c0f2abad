package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What supervisord demands of an {@code [eventlistener:]} besides what it demands of a program. */
final class ListenerChecks {
  private static final Set<String> EVENTS =
      Set.of(
          ("EVENT PROCESS_COMMUNICATION PROCESS_COMMUNICATION_STDERR PROCESS_COMMUNICATION_STDOUT"
                  + " PROCESS_GROUP PROCESS_GROUP_ADDED PROCESS_GROUP_REMOVED PROCESS_LOG"
                  + " PROCESS_LOG_STDERR PROCESS_LOG_STDOUT PROCESS_STATE PROCESS_STATE_BACKOFF"
                  + " PROCESS_STATE_EXITED PROCESS_STATE_FATAL PROCESS_STATE_RUNNING"
                  + " PROCESS_STATE_STARTING PROCESS_STATE_STOPPED PROCESS_STATE_STOPPING"
                  + " PROCESS_STATE_UNKNOWN REMOTE_COMMUNICATION SUPERVISOR_STATE_CHANGE"
                  + " SUPERVISOR_STATE_CHANGE_RUNNING SUPERVISOR_STATE_CHANGE_STOPPING TICK"
                  + " TICK_3600 TICK_5 TICK_60")
              .split(" ", -1));

  private ListenerChecks() {}

  static void check(Settings settings) {
    Setting<BigInteger> buffer = settings.integer("buffer_size", 10);
    if (buffer.or(BigInteger.TEN).signum() <= 0) {
      settings.refuse(
          "buffer_size",
          buffer.written().orElseThrow(),
          "is below 1",
          Change.set("write buffer_size=10"));
    }
    settings.text("result_handler");
    Optional<PercentFormat.Expanded> events = settings.text("events");
    if (settings.raw("events").isEmpty()) {
      settings.refuse("there is no \"events\" line", Change.set("add events=PROCESS_STATE"));
    } else if (events.isPresent() && events.get().known()) {
      names(settings, events.get().text());
    }
    Setting<Boolean> redirect = settings.flag("redirect_stderr", false);
    if (redirect.or(false)) {
      settings.refuse(
          "redirect_stderr",
          redirect.written().orElseThrow(),
          "would mix into the listener's protocol",
          Change.remove("take redirect_stderr away"));
    }
  }

  private static void names(Settings settings, String events) {
    for (String event : events.split(",", -1)) {
      if (!EVENTS.contains(PythonText.strip(event).toUpperCase(Locale.ROOT))) {
        settings.refuse(
            "events",
            settings.raw("events").orElseThrow(),
            "names \"" + PythonText.quoted(PythonText.strip(event)) + "\", which is no event",
            Change.set("write for example events=PROCESS_STATE"));
        return;
      }
    }
  }
}
