package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Deliveries of one channel that follow each other. */
final class Deliveries implements Batch {
  private final LaneShape shape;
  private final long arrivedNanos;
  private final long arrivedMillis;
  private final Envelope[] envelopes;
  private final AMQP.BasicProperties[] properties;
  private final byte[][] bodies;

  private Deliveries(
      LaneShape shape,
      long arrivedNanos,
      long arrivedMillis,
      Envelope[] envelopes,
      AMQP.BasicProperties[] properties,
      byte[][] bodies) {
    this.shape = shape;
    this.arrivedNanos = arrivedNanos;
    this.arrivedMillis = arrivedMillis;
    this.envelopes = envelopes;
    this.properties = properties;
    this.bodies = bodies;
  }

  /** Collects deliveries as they come. Not thread-safe. */
  static final class Collector {
    private static final int FIRST = 16;

    private final LaneShape shape;
    private final long nanos;
    private final long millis;
    private Envelope[] envelopes = new Envelope[FIRST];
    private AMQP.BasicProperties[] properties = new AMQP.BasicProperties[FIRST];
    private byte[][] bodies = new byte[FIRST][];
    private int size;

    /**
     * @param nanos when the first one came, of the monotonic clock
     * @param millis the same since the epoch
     */
    Collector(LaneShape shape, long nanos, long millis) {
      this.shape = shape;
      this.nanos = nanos;
      this.millis = millis;
    }

    void add(Envelope envelope, AMQP.BasicProperties about, byte[] body) {
      if (size == bodies.length) {
        envelopes = Arrays.copyOf(envelopes, size * 2);
        properties = Arrays.copyOf(properties, size * 2);
        bodies = Arrays.copyOf(bodies, size * 2);
      }
      envelopes[size] = envelope;
      properties[size] = about;
      bodies[size++] = body;
    }

    int size() {
      return size;
    }

    Deliveries done() {
      return new Deliveries(
          shape,
          nanos,
          millis,
          Arrays.copyOf(envelopes, size),
          Arrays.copyOf(properties, size),
          Arrays.copyOf(bodies, size));
    }
  }

  /** When the first of them came, of the monotonic clock. */
  long arrivedNanos() {
    return arrivedNanos;
  }

  long firstTag() {
    return envelopes[0].getDeliveryTag();
  }

  long nextTag() {
    return firstTag() + size();
  }

  /** A stretch of them by itself, which keeps nothing of the others. */
  Deliveries part(long from, long next) {
    return new Deliveries(
        shape,
        arrivedNanos,
        arrivedMillis,
        Arrays.copyOfRange(envelopes, indexOf(from), indexOf(next)),
        Arrays.copyOfRange(properties, indexOf(from), indexOf(next)),
        Arrays.copyOfRange(bodies, indexOf(from), indexOf(next)));
  }

  private int indexOf(long tag) {
    return (int) (tag - firstTag());
  }

  Envelope envelope(long tag) {
    return envelopes[indexOf(tag)];
  }

  /** The envelope without the way that a retry has taken. */
  private Envelope first(int index) {
    return FirstAddress.of(envelopes[index], properties[index]);
  }

  AMQP.BasicProperties properties(long tag) {
    return properties[indexOf(tag)];
  }

  byte[] body(long tag) {
    return bodies[indexOf(tag)];
  }

  @Override
  public int size() {
    return bodies.length;
  }

  @Override
  public long position(int index) {
    return shape.position(firstTag() + index);
  }

  @Override
  public long nextPosition() {
    return shape.position(nextTag());
  }

  @Override
  public byte[] key(int index) {
    if (shape.keyHeader().isEmpty()) {
      return first(index).getRoutingKey().getBytes(StandardCharsets.UTF_8);
    }
    Object value = userHeaders(index).get(shape.keyHeader().get());
    return value == null ? null : HeaderValue.bytes(value);
  }

  private Map<String, Object> userHeaders(int index) {
    Map<String, Object> headers = properties[index].getHeaders();
    return headers == null ? Map.of() : headers;
  }

  @Override
  public byte[] value(int index) {
    return bodies[index];
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    for (Header header : headers(index)) {
      if (header.name().equals(name)) {
        return Optional.ofNullable(header.value());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    return AmqpHeaders.of(first(index), properties[index]).stream()
        .filter(
            header -> !header.name().equals(Attempts.HEADER) && !FirstAddress.says(header.name()))
        .toList();
  }

  /** The exchange that it was published to, before any retry. */
  @Override
  public Optional<String> topic(int index) {
    return Optional.of(first(index).getExchange());
  }

  @Override
  public Optional<String> id(int index) {
    String id = properties[index].getMessageId();
    if (id != null && !id.isEmpty()) {
      return Optional.of(shape.queue() + "/" + id);
    }
    return shape.nameless() == MissingId.AT_LEAST_ONCE
        ? Optional.of(shape.unique(firstTag() + index))
        : Optional.empty();
  }

  @Override
  public Optional<Attempt> attempt(int index) {
    return shape.counts()
        ? Optional.of(new Attempt(Attempts.number(properties[index]), OptionalInt.empty()))
        : Optional.empty();
  }

  /** As its publisher says, in full seconds; otherwise when it came here. */
  @Override
  public long timestamp(int index) {
    return properties[index].getTimestamp() == null
        ? arrivedMillis
        : properties[index].getTimestamp().toInstant().toEpochMilli();
  }

  @Override
  public int bytes(int index) {
    return bodies[index].length + first(index).getRoutingKey().length();
  }
}
