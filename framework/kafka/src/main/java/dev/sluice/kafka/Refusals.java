package dev.sluice.kafka;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;

/** Which failures no patience mends. */
final class Refusals {
  private Refusals() {}

  /** True when the cluster knows who asks, and says no. */
  static boolean refused(KafkaException failure) {
    return failure instanceof AuthenticationException || failure instanceof AuthorizationException;
  }
}
