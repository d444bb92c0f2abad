package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import java.util.List;
import org.springframework.amqp.core.BatchMessageListener;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

/**
 * Spring's container that makes batches of what it consumes: a call a batch, which is acknowledged
 * with one frame when the call is over, as is its default.
 */
final class SpringBatch implements Contestant<RabbitLap> {

  // The watch ends when all else does.
  @SuppressWarnings("try")
  @Override
  public AutoCloseable start(RabbitLap order, LapWatch watch) throws Exception {
    CachingConnectionFactory connections =
        new CachingConnectionFactory(Connecting.factory(order.url()));
    ServerWatch queue = QueueView.watched(order, watch);
    BatchMessageListener listener = messages -> work(messages, queue);
    SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
    container.setQueueNames(order.queue());
    container.setConsumerBatchEnabled(true);
    container.setBatchSize(order.chunk());
    container.setPrefetchCount(order.prefetch());
    container.setMessageListener(listener);
    container.afterPropertiesSet();
    container.start();
    return () -> {
      try (queue) {
        container.stop();
      } finally {
        connections.destroy();
      }
    };
  }

  private static void work(List<Message> messages, ServerWatch queue) {
    for (Message each : messages) {
      RabbitLap.look(each.getBody());
    }
    queue.handled(messages.size());
  }
}
