package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class GroupCommandTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));

  @TempDir Path directory;

  private int execute(Path pipeline, String line) {
    ChunkHandler<String> handler =
        ChunkHandler.of(LIMITS, (chunk, context) -> Future.succeededFuture(Outcome.DONE));
    return Worker.with(Handlers.named("work", Decoder.string(), services -> handler))
        .execute(
            Stream.concat(Stream.of(line.split(" ", -1)), Stream.of("-c", pipeline.toString()))
                .toArray(String[]::new));
  }

  private static GroupOptions options(String line) {
    return CommandLine.populateCommand(new GroupOptions(), line.split(" ", -1));
  }

  @Test
  void aMemberThatHasGoneIsRemovedAndItsLanesGoToTheOthers() {
    TestTopic topic = new TestTopic(2);
    Path pipeline = topic.pipeline(directory, "");
    try (Member stays = Member.of(topic).named("w-0", 2).open();
        Member goes = Member.of(topic).named("w-1", 2).open()) {
      stays.awaitLanes(1);
      goes.awaitLanes(1);
      Member.get(goes.closing(Duration.ofSeconds(5)));

      assertThat(execute(pipeline, "group remove --ordinal 7")).isEqualTo(2);
      assertThat(execute(pipeline, "group remove")).isEqualTo(2);
      assertThat(topic.members().instances()).containsExactly("w-0", "w-1");
      assertThat(execute(pipeline, "group remove --ordinal 1")).isZero();

      await().atMost(Duration.ofSeconds(20)).until(() -> stays.engine().lanes().size() == 2);
      assertThat(topic.members().instances()).containsExactly("w-0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"add --ordinal 1", "remove", "remove --ordinal 1 --instance w-1"})
  void whatMakesNoSenseIsRefusedWithTheUse(String line) {
    assertThatThrownBy(() -> options(line).check())
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("Fix: ")
        .hasMessageContaining("--ordinal N");
  }

  @Test
  void theMemberIsChosenByItsNumberOrItsName() {
    List<String> names = List.of("orders-1", "orders-11", "orders-2");

    assertThat(options("remove --ordinal 1").chosen("g", names)).isEqualTo("orders-1");
    assertThat(options("remove --instance orders-2").chosen("g", names)).isEqualTo("orders-2");
  }

  @Test
  void aMemberThatThereIsNotIsRefusedWithThoseThereAre() {
    assertThatThrownBy(
            () -> options("remove --ordinal 3").chosen("g", List.of("orders-1", "orders-0")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("'g' has no static member whose name ends with 3")
        .hasMessageContaining("orders-0, orders-1");
    assertThatThrownBy(() -> options("remove --instance x").chosen("g", List.of()))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("nor any other");
  }

  @Test
  void aNumberThatSeveralMembersHaveIsRefused() {
    assertThatThrownBy(
            () -> options("remove --ordinal 1").chosen("g", List.of("orders-1", "bills-1")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("bills-1, orders-1")
        .hasMessageContaining("--instance");
  }
}
