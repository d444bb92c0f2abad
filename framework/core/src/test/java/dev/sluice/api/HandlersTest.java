package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.Future;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandlersTest {
  private static final ChunkHandler<String> HANDLER =
      ChunkHandler.of(
          TaskLimits.limit(Duration.ofSeconds(1)),
          (chunk, context) -> Future.succeededFuture(Outcome.DONE));

  @ParameterizedTest
  @ValueSource(strings = {"load", "load-flights", "l", "7", "load-2"})
  void aNameThatYamlTakesWithoutQuotesIsAccepted(String name) {
    assertThat(Handlers.named(name, Decoder.string(), services -> HANDLER).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-load", "load-", "Load", "load flights", "load.flights", "läd"})
  void anyOtherNameIsRefusedWithAnExample(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Handlers.named(name, Decoder.string(), services -> HANDLER))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("load-flights");
  }

  @Test
  void aLambdaHandlerAnswersTheLimitsItWasGiven() {
    assertThat(HANDLER.limits()).isEqualTo(TaskLimits.limit(Duration.ofSeconds(1)));
    assertThat(HANDLER.handle(null, null).result()).isEqualTo(Outcome.DONE);
    assertThat(HANDLER.open().succeeded()).isTrue();
    assertThat(HANDLER.close().succeeded()).isTrue();
  }
}
