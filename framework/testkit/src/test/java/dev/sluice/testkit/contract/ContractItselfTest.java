package dev.sluice.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.testkit.FakeBroker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Sources that break a promise don't pass. */
class ContractItselfTest {

  /** Settles what has not been processed. */
  private static final class Ahead extends BentSource {
    Ahead(Source straight) {
      super(straight);
    }

    @Override
    public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
      List<Settlement> more =
          settlements.stream().map(each -> (Settlement) ahead((Settlement.Done) each)).toList();
      return super.settle(more, within).map(SettleResult.settled(settlements));
    }

    private static Settlement.Done ahead(Settlement.Done done) {
      return new Settlement.Done(
          done.lane(), done.from(), done.next() + 4, done.records(), done.carried());
    }
  }

  /** Says that the last settle of a stop is done, and has not sent it. */
  private static final class Forgetful extends BentSource {
    private boolean leaving;

    Forgetful(Source straight) {
      super(straight);
    }

    @Override
    public Future<Void> stopIntake() {
      leaving = true;
      return super.stopIntake();
    }

    @Override
    public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
      return leaving
          ? Future.succeededFuture(SettleResult.settled(settlements))
          : super.settle(settlements, within);
    }
  }

  /** Run by hand below only. */
  static class AheadContract extends SourceContract {
    @Override
    protected String name() {
      return "ahead";
    }

    @Override
    protected ContractBroker open(Vertx vertx) {
      return new FakeContractBroker(vertx, FakeBroker.log(), Ahead::new);
    }

    @Override
    protected Path figures() {
      return Path.of("target", "broken");
    }
  }

  /** Run by hand below only. */
  static final class ForgetfulContract extends AheadContract {
    @Override
    protected ContractBroker open(Vertx vertx) {
      return new FakeContractBroker(vertx, FakeBroker.log(), Forgetful::new);
    }
  }

  private static List<String> failures(Class<?> contract, String method) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(contract, method))
                .build(),
            listener);
    return listener.getSummary().getFailures().stream()
        .map(TestExecutionSummary.Failure::getException)
        .map(Throwable::getMessage)
        .toList();
  }

  @Test
  void aSourceThatSettlesWhatWasNotProcessedLosesRecordsAndFails() {
    assertThat(failures(AheadContract.class, "aKilledWorkerRepeatsOnlyWhatRanOrWasNotSettled"))
        .singleElement()
        .satisfies(message -> assertThat(message).startsWith("lost ==>"));
  }

  @Test
  void aSourceThatForgetsItsLastSettleRepeatsWhatWasDoneAndFails() {
    assertThat(failures(ForgetfulContract.class, "aDrainThatFitsLosesNothingAndRepeatsNothing"))
        .singleElement()
        .satisfies(message -> assertThat(message).startsWith("handled twice:"));
  }
}
