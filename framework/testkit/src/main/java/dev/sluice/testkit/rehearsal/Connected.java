package dev.sluice.testkit.rehearsal;

import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Services;
import dev.sluice.api.Transactions;
import dev.sluice.config.ServiceSettings;
import dev.sluice.spi.ServiceProvider;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The services of the pipeline, connected as {@code run} connects them. Its methods block. */
final class Connected implements Services {
  private static final Logger LOGGER = LoggerFactory.getLogger(Connected.class);
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private record Opened(ServiceSettings.Declared<?> declared, ServiceProvider.Service service) {}

  private final Map<String, Opened> byName = new LinkedHashMap<>();
  private final Deque<ServiceProvider.Service> opened = new ArrayDeque<>();

  /**
   * Connects them in the order of the file.
   *
   * @throws InvalidSetup when one does not answer within {@code startup}
   */
  Connected(ServiceSettings settings, Vertx vertx, Duration startup) throws InterruptedException {
    for (ServiceSettings.Declared<?> declared : settings.declared()) {
      ServiceProvider.Service service = declared.create(vertx);
      opened.push(service);
      try {
        Stage.await(service.check(startup), startup, declared + " does not answer");
      } catch (Stuck | InvalidSetup e) {
        close();
        throw new InvalidSetup(e.getMessage(), e);
      }
      byName.put(declared.toString(), new Opened(declared, service));
    }
  }

  /** Whether one of the services recognises a failure as its own absence; any thread. */
  boolean dependencyDown(Throwable cause) {
    return opened.stream().anyMatch(service -> service.dependencyDown(cause));
  }

  @Override
  public <S> S get(Class<S> type, String name) {
    if (Transactions.class.isAssignableFrom(type)) {
      // Lanes in memory would move the positions of those that have the same names.
      throw new InvalidSetup(
          "the handler asks for "
              + type.getSimpleName()
              + ", and a rehearsal has no transactions: its records have no place in the database's"
              + " positions\nFix: rehearse a handler that writes without them");
    }
    return byName.values().stream()
        .filter(
            one ->
                one.declared().name().equals(name)
                    && one.declared().provider().serviceType() == type)
        .map(one -> type.cast(one.service().client()))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSetup(
                    "the handler asks for a "
                        + type.getSimpleName()
                        + " named '"
                        + name
                        + "', which services: of the pipeline's file does not declare; declared: "
                        + (byName.isEmpty() ? "none" : byName.keySet())));
  }

  /** In reverse order; one that fails does not keep the others open. */
  void close() throws InterruptedException {
    for (ServiceProvider.Service service : opened) {
      try {
        Stage.await(service.close(CLOSE), CLOSE, "a service does not close");
      } catch (Stuck e) {
        // The rehearsal is over and the process ends: nothing depends on it any more.
        LOGGER.warn(e.getMessage());
      }
    }
  }
}
