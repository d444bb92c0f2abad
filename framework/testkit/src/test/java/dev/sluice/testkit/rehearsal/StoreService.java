package dev.sluice.testkit.rehearsal;

import dev.sluice.config.Setting;
import dev.sluice.spi.ServiceProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The service {@code store}, which remembers whether it was connected and closed. */
final class StoreService implements ServiceProvider<StoreService.Config> {
  final List<String> events = new ArrayList<>();

  record Config(@Setting(doc = "Address.") String url) {}

  /** What handlers ask for. */
  interface Store {
    String url();
  }

  @Override
  public String kind() {
    return "store";
  }

  @Override
  public Class<Config> configType() {
    return Config.class;
  }

  @Override
  public Class<?> serviceType() {
    return Store.class;
  }

  @Override
  public Service create(String name, Config config, Vertx vertx) {
    return new Service() {
      @Override
      public Object client() {
        return (Store) config::url;
      }

      @Override
      public Future<Void> check(Duration within) {
        events.add("connected");
        return Future.succeededFuture();
      }

      @Override
      public Future<Void> close(Duration within) {
        events.add("closed");
        return Future.succeededFuture();
      }
    };
  }
}
