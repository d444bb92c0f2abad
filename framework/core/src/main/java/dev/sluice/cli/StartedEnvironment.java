package dev.sluice.cli;

import dev.sluice.api.Environment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/** An environment that is closed once, whoever closes it first; or none at all. */
final class StartedEnvironment implements Environment {
  private final Optional<Environment> started;
  private final AtomicBoolean closed = new AtomicBoolean();

  private StartedEnvironment(Optional<Environment> started) {
    this.started = started;
  }

  /** Starts what there is to start; blocks. */
  static StartedEnvironment start(Optional<Callable<? extends Environment>> environment)
      throws Exception {
    return new StartedEnvironment(
        environment.isPresent() ? Optional.of(environment.get().call()) : Optional.empty());
  }

  @Override
  public Map<String, String> variables() {
    return started.map(Environment::variables).orElse(Map.of());
  }

  @Override
  public Optional<Path> config() {
    return started.flatMap(Environment::config);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      started.ifPresent(Environment::close);
    }
  }
}
