package dev.sluice.testkit.rehearsal;

import dev.sluice.config.Setting;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeSource;

/** The adapter {@code memory}: asked for what it can do, and never opened. */
final class MemorySource implements SourceProvider<MemorySource.Config> {

  record Config(@Setting(doc = "Whether lanes are queues.", value = "false") boolean queue) {}

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Class<Config> configType() {
    return Config.class;
  }

  @Override
  public Source create(Config config, SourceContext context) {
    return new FakeSource(config.queue() ? FakeBroker.queue() : FakeBroker.log());
  }
}
