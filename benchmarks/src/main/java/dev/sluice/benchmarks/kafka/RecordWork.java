package dev.sluice.benchmarks.kafka;

import java.io.IOException;

/** What is done with one record, the same for everybody. */
final class RecordWork {
  private RecordWork() {}

  /** Does it on the caller's thread, from the bytes on. */
  static void now(KafkaLap order, byte[] value) throws IOException {
    if (order.work() == KafkaLap.Work.COMPUTE) {
      compute(order, Order.decoded(value));
    } else {
      look(value);
    }
  }

  static void compute(KafkaLap order, Order decoded) {
    Spin.spin(order.spin() + (decoded.quantity() & 1));
  }

  static void look(byte[] value) {
    if (value.length != Order.BYTES) {
      throw new IllegalStateException("a record of " + value.length + " bytes");
    }
  }
}
