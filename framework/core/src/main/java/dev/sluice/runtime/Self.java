package dev.sluice.runtime;

import dev.sluice.chain.GrantedChain;
import dev.sluice.progress.OwnerMark;
import dev.sluice.spi.InstanceIdentity;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Who this worker is, in the mark that it leaves with its lanes. */
final class Self {
  private Self() {}

  /** The mark of a run while it works. */
  static OwnerMark of(RunPlan plan, Clock clock) {
    String owner =
        plan.identity()
            .map(InstanceIdentity::id)
            .or(() -> Optional.ofNullable(plan.variables().get("HOSTNAME")))
            .filter(name -> !name.isBlank())
            .orElse("pid-" + ProcessHandle.current().pid());
    return OwnerMark.running(
        owner,
        ThreadLocalRandom.current().nextInt() & Integer.MAX_VALUE,
        TimeUnit.MILLISECONDS.toSeconds(clock.epochMillis()),
        plan.chain().window(),
        plan.grants().map(Self::layers).orElse(OwnerMark.Layers.UNKNOWN));
  }

  private static OwnerMark.Layers layers(GrantedChain granted) {
    return new OwnerMark.Layers(
        seconds(granted.grace()),
        seconds(granted.preStop()),
        seconds(granted.stopwait()),
        seconds(granted.nodeLimit()));
  }

  private static Duration seconds(OptionalLong granted) {
    return Duration.ofSeconds(granted.orElse(0));
  }
}
