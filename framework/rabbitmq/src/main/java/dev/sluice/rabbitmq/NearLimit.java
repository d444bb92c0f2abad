package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.time.Clock;

final class NearLimit {
  NearLimit(Clock clock) {}

  void delivered(String queue, AMQP.BasicProperties properties) {}
}
