package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.api.Transactions;
import dev.sluice.config.load.Providers;
import dev.sluice.runtime.ShutdownSignals;
import dev.sluice.runtime.WorkerRuntime;
import dev.sluice.spi.Capability;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pipeline that breaks the promise of transactions is refused with exit code 2, before its
 * handler, the store or the source is opened.
 */
class RefusedTransactionsTest {
  private static final Set<Capability> SEEKING =
      EnumSet.of(
          Capability.CUMULATIVE,
          Capability.FREE_HAND_BACK,
          Capability.DELAYED_RETRY,
          Capability.SEEK);

  @TempDir Path directory;

  private final StringWriter err = new StringWriter();
  private final List<String> opened = new CopyOnWriteArrayList<>();
  private Set<Capability> can = SEEKING;

  interface Store extends TransactionStore<String> {}

  @Test
  void ofASourceThatCantGoOnWhereItIsTold() throws Exception {
    can = EnumSet.of(Capability.CUMULATIVE, Capability.FREE_HAND_BACK);

    assertThat(run("")).isEqualTo(ExitCode.INVALID);

    assertThat(err.toString()).contains("pipeline.source.memory: ", "(SEEK)", "Fix: ");
    assertThat(opened).isEmpty();
  }

  @Test
  void ofChunksSideBySide() throws Exception {
    assertThat(run("ordering: key")).isEqualTo(ExitCode.INVALID);

    assertThat(err.toString())
        .contains("pipeline.ordering: key: ", "Fix: set pipeline.ordering: lane");
    assertThat(opened).isEmpty();
  }

  @Test
  void ofCopiesToRetryTopics() throws Exception {
    assertThat(run("ordering: none, retry: { topics: [10s] }")).isEqualTo(ExitCode.INVALID);

    assertThat(err.toString()).contains("pipeline.retry.topics: ", "twice", "Fix: remove topics");
    assertThat(opened).isEmpty();
  }

  @Test
  void nothingIsRefusedWithoutTheMistakeAndTheStoreIsOpenedBehindTheHandler() throws Exception {
    assertThat(run("ordering: lane")).isEqualTo(ExitCode.INVALID);

    assertThat(err.toString()).contains("the store says no");
    assertThat(opened).containsExactly("handler", "store");
  }

  private int run(String pipeline) throws IOException {
    Path file =
        CliFixture.file(
            directory,
            """
            apiVersion: sluice.dev/v1
            pipeline: { name: p, handler: load, source: { memory: {} }, %s }
            services: { memories: { main: {} } }
            management: { host: 127.0.0.1, port: 0 }
            """
                .formatted(pipeline));
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    SystemClock clock = new SystemClock();
    try (WorkerRuntime.Owner owner = new WorkerRuntime.Owner()) {
      Surroundings surroundings =
          new Surroundings(
              Map.of(),
              () -> Providers.of(List.of(new Memory()), List.of(new Memories())),
              List::of,
              () ->
                  new WorkerRuntime(ShutdownSignals.none(clock), clock, Map.of(), out, owner)::run,
              new PrintWriter(out, true, StandardCharsets.UTF_8),
              new PrintWriter(err, true));
      WorkerSetup setup =
          new WorkerSetup(
              List.of(
                  Handlers.named(
                      "load",
                      Decoder.bytes(),
                      services -> {
                        services.get(Store.class, "main");
                        return new Opening();
                      })),
              Optional.empty(),
              Optional.empty());
      return new WorkerCli(setup, surroundings).execute("run", "-c", file.toString());
    }
  }

  private final class Opening implements ChunkHandler<byte[]> {
    @Override
    public TaskLimits limits() {
      return CliFixture.LIMITS;
    }

    @Override
    public Future<Void> open() {
      opened.add("handler");
      return Future.succeededFuture();
    }

    @Override
    public Future<Outcome> handle(Chunk<byte[]> chunk, ChunkContext<byte[]> context) {
      return Future.succeededFuture(Outcome.DONE);
    }
  }

  record Settings() {}

  private final class Memory implements SourceProvider<Settings> {
    @Override
    public String name() {
      return "memory";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public Source create(Settings config, SourceContext context) {
      return (Source)
          Proxy.newProxyInstance(
              Source.class.getClassLoader(),
              new Class<?>[] {Source.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("capabilities")) {
                  return can;
                }
                opened.add("source");
                throw new UnsupportedOperationException(method.getName());
              });
    }
  }

  private final class Memories implements ServiceProvider<Settings> {
    @Override
    public String kind() {
      return "memories";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public Class<?> serviceType() {
      return Runnable.class;
    }

    @Override
    public Optional<Class<? extends Transactions<?>>> transactionsType() {
      return Optional.of(Store.class);
    }

    @Override
    public Service create(String name, Settings config, Vertx vertx) {
      return new Served();
    }
  }

  private final class Served implements ServiceProvider.Service {
    private final Store store =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> {
                  if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("hashCode") ? 1 : proxy == arguments[0];
                  }
                  opened.add("store");
                  return Future.failedFuture(new InvalidSetup("the store says no\nFix: none"));
                });

    @Override
    public Object client() {
      return (Runnable) () -> {};
    }

    @Override
    public Future<Void> check(Duration within) {
      return Future.succeededFuture();
    }

    @Override
    public Optional<TransactionStore<?>> transactions() {
      return Optional.of(store);
    }

    @Override
    public Future<Void> close(Duration within) {
      return Future.succeededFuture();
    }
  }
}
