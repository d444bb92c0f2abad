package dev.sluice.benchmarks.kafka;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/** What groups have committed. Blocks. */
public final class Committed implements AutoCloseable {
  private final Admin admin;

  /** Connects. */
  public Committed(String bootstrapServers) {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** The sum of a group's positions: how many records it has confirmed from the beginning on. */
  public long sum(String group) {
    try {
      return admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(OffsetAndMetadata::offset)
          .sum();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
