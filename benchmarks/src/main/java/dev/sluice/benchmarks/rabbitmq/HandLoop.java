package dev.sluice.benchmarks.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What one would write by hand over the native client: one channel with a prefetch, messages
 * collected to a chunk on the client's thread, worked on there and acknowledged with one frame.
 */
final class HandLoop implements Contestant<RabbitLap> {

  // The watch ends when all else does.
  @SuppressWarnings("try")
  @Override
  public AutoCloseable start(RabbitLap order, LapWatch watch) throws Exception {
    Connection connection = Connecting.to(order.url());
    Channel channel = connection.createChannel();
    ServerWatch queue = QueueView.watched(order, watch);
    channel.basicQos(order.prefetch());
    channel.basicConsume(order.queue(), false, new Chunks(channel, order.chunk(), queue));
    return () -> {
      try (connection;
          queue) {
        channel.close();
      }
    };
  }

  /** Called by one thread at a time. */
  private static final class Chunks extends DefaultConsumer {
    private final int size;
    private final ServerWatch queue;
    private final List<byte[]> chunk;

    Chunks(Channel channel, int size, ServerWatch queue) {
      super(channel);
      this.size = size;
      this.queue = queue;
      chunk = new ArrayList<>(size);
    }

    @Override
    public void handleDelivery(
        String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
        throws IOException {
      chunk.add(body);
      if (chunk.size() == size) {
        chunk.forEach(RabbitLap::look);
        chunk.clear();
        queue.handled(size);
        getChannel().basicAck(envelope.getDeliveryTag(), true);
      }
    }
  }
}
