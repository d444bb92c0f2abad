package dev.sluice.kafka;

import static dev.sluice.kafka.Letters.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that lack something, through a real broker to a handler. */
class RecordShapesTest {
  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(1);

  private ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
    return new ProducerRecord<>(topic.name(), key == null ? null : bytes(key), value);
  }

  @Test
  void whatARecordLacksReachesTheHandlerAsMissingAndWhatItHasAsItIs()
      throws ExecutionException, InterruptedException {
    ProducerRecord<byte[], byte[]> full = record("k", bytes("v"));
    full.headers().add("h", bytes("1")).add("other", null).add("h", bytes("2"));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", topic.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> each :
          List.of(full, record("k", null), record(null, new byte[0]), record(null, null))) {
        producer.send(each).get();
      }
    }
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    List<Map.Entry<String, byte[]>> headers = new ArrayList<>();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(10)),
            (chunk, context) -> {
              chunk
                  .records()
                  .forEach(
                      each -> {
                        seen.add(
                            each.key().map(RecordShapesTest::text).orElse("no key")
                                + "/"
                                + each.value()
                                + "/"
                                + each.encodedValue().isPresent());
                        headers.addAll(each.headers());
                        assertThat(each.topic()).contains(topic.name());
                      });
              return Future.succeededFuture(Outcome.DONE);
            });

    int exitCode =
        Worker.with(Handlers.named("work", Decoder.string(), services -> handler))
            .execute("-c", topic.pipeline(directory, "").toString(), "--exit-when-idle", "200ms");

    assertThat(exitCode).isZero();
    assertThat(seen)
        .containsExactly("k/v/true", "k/null/false", "no key//true", "no key/null/false");
    assertThat(headers).extracting(Map.Entry::getKey).containsExactly("h", "other", "h");
    assertThat(headers.get(1).getValue()).isNull();
    assertThat(text(headers.get(2).getValue())).isEqualTo("2");
    assertThat(topic.committed()).isEqualTo(4);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
