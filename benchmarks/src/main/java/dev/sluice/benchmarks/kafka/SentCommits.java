package dev.sluice.benchmarks.kafka;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** How often consumers of this JVM have sent positions, as the Kafka client counts. */
public final class SentCommits {
  private SentCommits() {}

  /** Of those that are open now. */
  public static long count() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    double sum = 0;
    try {
      ObjectName all =
          new ObjectName("kafka.consumer:type=consumer-coordinator-metrics,client-id=*");
      for (ObjectName each : beans.queryNames(all, null)) {
        sum += ((Number) beans.getAttribute(each, "commit-total")).doubleValue();
      }
    } catch (JMException e) {
      throw new IllegalStateException("the client does not count its commits", e);
    }
    return Math.round(sum);
  }
}
