package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.spi.SourceContext;
import io.vertx.core.Future;
import java.time.Duration;

final class ConfirmedPublisher {
  ConfirmedPublisher(BrokerAccess access, String name, SourceContext context) {}

  Future<Void> publish(
      String exchange, String key, AMQP.BasicProperties properties, byte[] body, Duration within) {
    return Future.failedFuture("stub");
  }

  Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
