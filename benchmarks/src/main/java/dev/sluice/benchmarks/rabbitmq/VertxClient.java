package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.rabbitmq.QueueOptions;
import io.vertx.rabbitmq.RabbitMQClient;
import io.vertx.rabbitmq.RabbitMQConsumer;
import io.vertx.rabbitmq.RabbitMQMessage;
import io.vertx.rabbitmq.RabbitMQOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Vert.x's RabbitMQ client: a message at a time on the event loop, collected to a chunk, which is
 * acknowledged with one frame.
 */
final class VertxClient implements Contestant<RabbitLap> {

  // The watch ends when all else does.
  @SuppressWarnings("try")
  @Override
  public AutoCloseable start(RabbitLap order, LapWatch watch) {
    Vertx vertx = Vertx.vertx();
    ServerWatch queue = QueueView.watched(order, watch);
    Chunks chunks = new Chunks(vertx, order, queue);
    vertx.getOrCreateContext().runOnContext(now -> chunks.begin());
    return () -> {
      try (queue) {
        chunks.end().toCompletionStage().toCompletableFuture().get();
        vertx.close().toCompletionStage().toCompletableFuture().get();
      }
    };
  }

  /** On one event loop. */
  private static final class Chunks {
    private final RabbitLap order;
    private final ServerWatch queue;
    private final RabbitMQClient client;
    private final List<RabbitMQMessage> chunk;

    Chunks(Vertx vertx, RabbitLap order, ServerWatch queue) {
      this.order = order;
      this.queue = queue;
      client = RabbitMQClient.create(vertx, new RabbitMQOptions().setUri(order.url()));
      chunk = new ArrayList<>(order.chunk());
    }

    void begin() {
      // The client drops what does not fit into its buffer, so that must hold all that may come.
      QueueOptions options =
          new QueueOptions().setAutoAck(false).setMaxInternalQueueSize(order.prefetch());
      client
          .start()
          .compose(started -> client.basicQos(order.prefetch()))
          .compose(limited -> client.basicConsumer(order.queue(), options))
          .onSuccess(this::consume)
          .onFailure(VertxClient::failed);
    }

    private void consume(RabbitMQConsumer consumer) {
      consumer.exceptionHandler(VertxClient::failed).handler(this::message);
    }

    private void message(RabbitMQMessage message) {
      chunk.add(message);
      if (chunk.size() == order.chunk()) {
        chunk.forEach(each -> RabbitLap.look(each.body().getBytes()));
        chunk.clear();
        queue.handled(order.chunk());
        client.basicAck(message.envelope().getDeliveryTag(), true).onFailure(VertxClient::failed);
      }
    }

    Future<Void> end() {
      return client.stop();
    }
  }

  private static void failed(Throwable cause) {
    System.err.println("the Vert.x client has failed: " + cause);
  }
}
