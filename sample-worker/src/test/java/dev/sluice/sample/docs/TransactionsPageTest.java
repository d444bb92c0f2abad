package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionsPageTest {
  private static final String IMPORTS =
      """
      import dev.sluice.api.*;
      import dev.sluice.postgres.PostgresTransactions;
      import io.vertx.core.Future;
      import io.vertx.core.buffer.Buffer;
      import io.vertx.sqlclient.SqlConnection;
      import io.vertx.sqlclient.Tuple;
      import java.time.Duration;

      """;

  @TempDir Path directory;

  @Test
  void theHandlersCompile() throws Exception {
    List<Page.Block> handlers = Page.of("docs/transactions.md").blocks("java");

    Compiled compiled =
        Compiled.of(
            Map.of(
                "Order.java",
                "public record Order(long id, long amount) {}",
                "LoadOrders.java",
                IMPORTS + handlers.get(0).code(),
                "ImportFiles.java",
                IMPORTS + handlers.get(1).code()),
            directory);

    assertThat(compiled.classes().resolve("LoadOrders.class")).exists();
    assertThat(compiled.classes().resolve("ImportFiles.class")).exists();
  }
}
