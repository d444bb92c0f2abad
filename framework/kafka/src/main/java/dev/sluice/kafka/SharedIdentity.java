package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;

/** Two workers that go by one name: only one of them can be the member. */
final class SharedIdentity {
  private SharedIdentity() {}

  /** Whether the group has given this worker's name to another, or not to this one. */
  static boolean causes(KafkaException failure) {
    return failure instanceof FencedInstanceIdException
        || failure instanceof UnreleasedInstanceIdException;
  }

  /** What an operator is told. */
  static InvalidSetup told(String instance, String group, KafkaException failure) {
    String what =
        failure instanceof UnreleasedInstanceIdException
            ? "is still held by another member of the group '" + group + "'"
            : "was taken over by another member of the group '"
                + group
                + "'; this one has lost"
                + " its lanes and settles nothing more";
    return new InvalidSetup(
        "SLUICE_INSTANCE_ID: the name '"
            + instance
            + "' "
            + what
            + "\nFix: give each worker of the group a name of its own, as a StatefulSet does with its"
            + " pods, and end the other worker that is called '"
            + instance
            + "'",
        failure);
  }
}
