package dev.sluice.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retry topics of the group that the pipeline file does not name any more: what waits there is read
 * by nobody. Blocks; on the poll thread.
 */
final class UnreadRetries {
  private static final Logger LOGGER = LoggerFactory.getLogger(UnreadRetries.class);
  private static final Duration MOST = Duration.ofSeconds(5);

  private UnreadRetries() {}

  /** Warns of each; a cluster that does not list its topics in time is not asked again. */
  static void warn(Admin admin, String group, RetryTopics read, Duration within) {
    Duration bound = within.compareTo(MOST) < 0 ? within : MOST;
    try {
      unread(group, read, admin.listTopics().names().get(bound.toMillis(), TimeUnit.MILLISECONDS))
          .forEach(
              topic ->
                  LOGGER.warn(
                      "{} is a retry topic of this group, and pipeline.retry.topics does not name"
                          + " its delay: what waits there is not read. Add the delay, or delete the"
                          + " topic when it is empty",
                      topic));
    } catch (ExecutionException | TimeoutException e) {
      LOGGER.debug("the topics of the cluster are not known: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of all topics those that are retry topics of the group and not read. Pure. */
  static List<String> unread(String group, RetryTopics read, Iterable<String> all) {
    List<String> unread = new ArrayList<>();
    for (String topic : all) {
      if (topic.startsWith(RetryTopics.prefix(group)) && read.stage(topic).isEmpty()) {
        unread.add(topic);
      }
    }
    unread.sort(null);
    return unread;
  }
}
