package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.rehearsal.Rig.Order;
import dev.sluice.testkit.rehearsal.StoreService.Store;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rehearsal touches nothing until it is told where its services may lead. */
class UsageTest {
  private static final String SERVICES = "{ store: { main: { url: \"${STORE_URL}\" } } }";

  @TempDir Path directory;

  private final AtomicInteger calls = new AtomicInteger();
  private Rig rig;

  @BeforeEach
  void make() throws IOException {
    rig = new Rig(directory, services -> counting()).records(6);
    rig.variables.put("STORE_URL", "store://me:secret@localhost:5432/orders");
  }

  private ChunkTask<Order> counting() {
    return ChunkHandler.of(
        TaskLimits.limit(Duration.ofSeconds(20)),
        (chunk, context) -> {
          calls.incrementAndGet();
          return Future.succeededFuture(Outcome.DONE);
        });
  }

  @Test
  void itSaysWhatItWouldDoAndRefusesWithoutAWordForIt() throws Exception {
    assertThat(execute()).isEqualTo(2);

    assertThat(rig.err.toString())
        .contains("calls the handler 'book' for real, about 10 times", "6 records", "--yes");
    assertThat(calls).hasValue(0);
  }

  @Test
  void itRefusesAServiceThatNothingWasSaidAbout() throws Exception {
    rig.top("services", SERVICES);

    assertThat(execute("--yes")).isEqualTo(2);

    assertThat(rig.err.toString())
        .contains("Where may services.store.main lead", "--against main=");
    assertThat(rig.store.events).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:5432", "localhost:5432/orders", "orders"})
  void itRehearsesAgainstWhatWasCleared(String text) throws Exception {
    rig.top("services", SERVICES);

    assertThat(execute("--against", "main=" + text)).as(() -> rig.err.toString()).isZero();

    assertThat(calls.get()).isPositive();
    assertThat(rig.store.events).containsExactly("connected", "closed");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, store://db.example.com/orders",
    "db, store://db.example.com/orders",
    "example.com, store://db.example.com/orders",
    "orders, store://localhost/orders-production",
    "'', store://localhost/orders",
  })
  void itConnectsNothingWhenAVariableLeadsElsewhere(String text, String url) throws Exception {
    rig.top("services", SERVICES);
    rig.variables.put("STORE_URL", url);

    assertThat(execute("--against", "main=" + text)).isEqualTo(2);

    assertThat(rig.err.toString())
        .contains("services.store.main does not lead to '" + text + "'")
        .doesNotContain(url);
    assertThat(rig.store.events).isEmpty();
    assertThat(calls).hasValue(0);
  }

  @Test
  void itRefusesANameThatIsNoService() throws Exception {
    assertThat(execute("--yes", "--against", "mian=localhost")).isEqualTo(2);

    assertThat(rig.err.toString()).contains("[mian]");
  }

  @ParameterizedTest
  @CsvSource({
    "'', has no records",
    "'{\"id\":1}\n{\"id\":', line 2 is not one JSON document",
    "'{\"id\":1} {\"id\":2}', line 1 is not one JSON document",
  })
  void itRefusesAFileThatIsNoFileOfRecords(String content, String message) throws Exception {
    Files.writeString(rig.records(), content);

    assertThat(execute("--yes")).isEqualTo(2);
    assertThat(rig.err.toString()).contains(message, rig.records().toString());
  }

  @Test
  void itRefusesALineThatNoMemoryMayHold() throws Exception {
    Files.writeString(rig.records(), "{}\n\"" + "x".repeat(16 << 20) + "\"\n");

    assertThat(execute("--yes")).isEqualTo(2);
    assertThat(rig.err.toString())
        .contains("line 2 is longer than 16777216 characters", rig.records().toString());
  }

  @Test
  void itRefusesAFileThatIsNotThereAndKeysThatAreNotThere() throws Exception {
    assertThat(execute("--yes", "--key-field", "costumer")).isEqualTo(2);
    assertThat(rig.err.toString()).contains("line 1 has no text or number 'costumer'");

    Files.delete(rig.records());
    assertThat(execute("--yes")).isEqualTo(2);
    assertThat(rig.err.toString()).contains("there is no such file");
  }

  @Test
  void itRefusesBadUsage() throws Exception {
    assertThat(rig.execute("--yes")).isEqualTo(2);
    assertThat(rig.err.toString()).contains("--records");
    assertThat(execute("--yes", "--max-records", "0")).isEqualTo(2);
    assertThat(rig.err.toString()).contains("--max-records must be at least 1");
  }

  @Test
  void itTakesNoMoreRecordsThanItMay() throws Exception {
    assertThat(execute("--yes", "--max-records", "4")).isZero();

    assertThat(rig.err.toString()).contains("each of 4 records");
    assertThat(rig.out.toString()).contains("quiet run to the end").contains("nothing failed");
  }

  @Test
  void theHandlerGetsItsServicesConnected() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    Rig other =
        new Rig(
                directory,
                services -> {
                  Store store = services.get(Store.class, "main");
                  return ChunkHandler.of(
                      TaskLimits.limit(Duration.ofSeconds(20)),
                      (chunk, context) -> {
                        seen.addAndGet(store.url().length());
                        return Future.succeededFuture(Outcome.DONE);
                      });
                })
            .top("services", SERVICES);
    other.variables.putAll(rig.variables);

    int code =
        other.execute("--records", other.records().toString(), "--against", "main=localhost");

    assertThat(code).as(() -> other.err.toString()).isZero();
    assertThat(seen.get()).isPositive();
  }

  private int execute(String... more) throws IOException {
    String[] args = new String[more.length + 2];
    args[0] = "--records";
    args[1] = rig.records().toString();
    System.arraycopy(more, 0, args, 2, more.length);
    return rig.execute(args);
  }
}
