package dev.sluice.rabbitmq;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of a source, most of them as they are unless given. */
final class Settings {
  private final String url;
  private final List<String> queues;
  private Optional<String> keyHeader = Optional.empty();
  private Optional<Integer> prefetch = Optional.empty();
  private Optional<QueueType> type = Optional.empty();
  private boolean declare = true;
  private MissingId missingId = MissingId.STOP;
  private Duration deliveryAckTimeout = Duration.ofMinutes(30);
  private Duration heartbeat = Duration.ofSeconds(1);

  private Settings(String url, List<String> queues) {
    this.url = url;
    this.queues = queues;
  }

  static Settings of(String url, String... queues) {
    return new Settings(url, List.of(queues));
  }

  Settings keyHeader(String name) {
    keyHeader = Optional.of(name);
    return this;
  }

  Settings prefetch(int most) {
    prefetch = Optional.of(most);
    return this;
  }

  Settings type(QueueType known) {
    type = Optional.of(known);
    return this;
  }

  Settings onlyLook() {
    declare = false;
    return this;
  }

  Settings missingId(MissingId policy) {
    missingId = policy;
    return this;
  }

  Settings deliveryAckTimeout(Duration allowed) {
    deliveryAckTimeout = allowed;
    return this;
  }

  Settings heartbeat(Duration every) {
    heartbeat = every;
    return this;
  }

  RabbitSourceConfig config() {
    return new RabbitSourceConfig(
        url,
        Optional.empty(),
        Optional.empty(),
        queues,
        declare,
        new RabbitTopologyConfig(type, Optional.empty(), Optional.empty(), List.of()),
        prefetch,
        keyHeader,
        missingId,
        deliveryAckTimeout,
        heartbeat);
  }
}
