package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Transactions;
import dev.sluice.config.Ordering;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.ServiceSettings;
import dev.sluice.spi.Capability;
import dev.sluice.spi.ServiceProvider;
import java.util.Locale;
import java.util.Set;

/** What a pipeline must be like whose handler works in transactions with its position. */
final class Transacted {
  private Transacted() {}

  /** Has handlers find the transactions of a service, if it has any. */
  static void put(
      ConnectedServices services,
      ServiceSettings.Declared<?> declared,
      ServiceProvider.Service service) {
    declared
        .provider()
        .transactionsType()
        .ifPresent(
            type ->
                services.putTransactions(
                    type,
                    declared.provider().kind(),
                    declared.name(),
                    service
                        .transactions()
                        .orElseThrow(
                            () ->
                                new IllegalStateException(
                                    declared + " says it has " + name(type) + " and has none"))));
  }

  private static String name(Class<? extends Transactions<?>> type) {
    return type.getSimpleName();
  }

  /**
   * Refuses what would break a transaction's promise.
   *
   * @throws InvalidSetup with the key, its value and the fix
   */
  static void check(PipelineSettings pipeline, Set<Capability> can) {
    if (can.contains(Capability.INDIVIDUAL)) {
      return;
    }
    String source = pipeline.source().provider().name();
    if (!can.contains(Capability.SEEK)) {
      throw new InvalidSetup(
          "pipeline.source."
              + source
              + ": the handler writes in transactions with its position, and this source can't go on"
              + " at a position that it is told (SEEK); it can "
              + can
              + "\nFix: use another source, or a handler without transactions");
    }
    if (!pipeline.retry().topics().isEmpty()) {
      throw new InvalidSetup(
          "pipeline.retry.topics: the handler writes in transactions with its position, and a record"
              + " that is copied to a retry topic has another position there: after a crash it could"
              + " be copied, and applied, twice\nFix: remove topics; retries then happen in place");
    }
    if (pipeline.ordering() != Ordering.LANE) {
      throw new InvalidSetup(
          "pipeline.ordering: "
              + pipeline.ordering().name().toLowerCase(Locale.ROOT)
              + ": the handler writes in transactions with its position, which is one for the whole"
              + " lane, so chunks of a lane can't run side by side\nFix: set pipeline.ordering: lane");
    }
  }
}
