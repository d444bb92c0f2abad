package dev.sluice.rabbitmq;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of a source, most of them as they are unless given. */
final class Settings {
  private final String url;
  private final List<String> queues;
  private Optional<String> passwordFile = Optional.empty();
  private Optional<RabbitTlsConfig> tls = Optional.empty();
  private Optional<String> keyHeader = Optional.empty();
  private Optional<Integer> prefetch = Optional.empty();
  private Optional<QueueType> type = Optional.empty();
  private Optional<Integer> deliveryLimit = Optional.empty();
  private Optional<String> deadLetterExchange = Optional.empty();
  private List<RabbitBindingConfig> bindings = List.of();
  private Optional<String> managementUrl = Optional.empty();
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

  Settings passwordFile(Path file) {
    passwordFile = Optional.of(file.toString());
    return this;
  }

  Settings tls(RabbitTlsConfig files) {
    tls = Optional.of(files);
    return this;
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

  Settings deliveryLimit(int limit) {
    deliveryLimit = Optional.of(limit);
    return this;
  }

  Settings deadLetterExchange(String name) {
    deadLetterExchange = Optional.of(name);
    return this;
  }

  Settings bindings(RabbitBindingConfig... all) {
    bindings = List.of(all);
    return this;
  }

  Settings managementUrl(String where) {
    managementUrl = Optional.of(where);
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
        passwordFile,
        tls,
        queues,
        declare,
        new RabbitTopologyConfig(type, deliveryLimit, deadLetterExchange, bindings, managementUrl),
        prefetch,
        keyHeader,
        missingId,
        deliveryAckTimeout,
        heartbeat);
  }
}
