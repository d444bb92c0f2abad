package dev.sluice.cli;

import dev.sluice.api.Environment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An environment that is closed once, whoever closes it first; or none at all. */
final class StartedEnvironment implements Environment {
  private static final Logger LOG = LoggerFactory.getLogger(StartedEnvironment.class);

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
      try {
        started.ifPresent(Environment::close);
      } catch (RuntimeException e) {
        // The worker's own end is decided by now; what it brought along must not change it.
        LOG.warn("The worker's environment did not close", e);
      }
    }
  }
}
