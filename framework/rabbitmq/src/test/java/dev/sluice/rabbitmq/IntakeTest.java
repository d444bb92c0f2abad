package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final LaneShape SHAPE =
      new LaneShape(
          new LaneRef("work", 1),
          "work",
          new UUID(0, 0),
          4096,
          Optional.empty(),
          MissingId.STOP,
          false);

  private final ManualClock clock = new ManualClock();
  private final TakingEngine engine = new TakingEngine();
  private final Held held = new Held();
  private final List<Runnable> called = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final ExecutorService over = Executors.newSingleThreadExecutor();
  private final LoggedLines log = LoggedLines.of("dev.sluice.rabbitmq");

  @AfterEach
  void close() {
    log.close();
    over.shutdown();
  }

  private Intake intake(Executor callbacks) {
    return new Intake(
        null,
        SHAPE,
        engine,
        clock,
        held,
        new NearLimit(clock),
        100,
        callbacks,
        () -> {},
        failures::add);
  }

  private static void deliver(Intake intake, long tag) {
    intake.handleDelivery(
        "consumer",
        new Envelope(tag, false, "", "work"),
        new AMQP.BasicProperties(),
        ("m" + tag).getBytes(StandardCharsets.UTF_8));
  }

  private void callBack() {
    List<Runnable> now = List.copyOf(called);
    called.clear();
    now.forEach(Runnable::run);
  }

  @Test
  void aGapInTheDeliveryTagsEndsTheChannelAndNothingBehindItIsTaken() {
    Intake intake = intake(called::add);
    deliver(intake, 1);
    callBack();
    deliver(intake, 2);
    deliver(intake, 4);
    deliver(intake, 5);
    deliver(intake, 3);
    callBack();
    assertThat(failures)
        .singleElement()
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith("delivery 4 of work has come where 3 was to come");
    assertThat(log.lines()).filteredOn(line -> line.contains("can't be taken")).hasSize(1);
    assertThat(engine.texts()).containsExactly("m1");
    assertThat(intake.rest()).singleElement().extracting(Deliveries::nextTag).isEqualTo(3L);
  }

  @Test
  void anEngineThatThrowsEndsTheChannel() {
    Intake intake = intake(called::add);
    engine.throwing(1);
    deliver(intake, 1);
    callBack();
    deliver(intake, 2);
    callBack();
    assertThat(failures).hasSize(1);
    assertThat(engine.texts()).isEmpty();
    assertThat(intake.end().isComplete()).as("a stop waits for nothing").isTrue();
  }

  @Test
  void aDeliveryThatComesAfterTheEndWaitsToBeHandedBackAndNeedsNoThread() {
    Intake intake = intake(over);
    assertThat(intake.end().isComplete()).isTrue();
    over.shutdown();
    deliver(intake, 1);
    assertThat(failures).isEmpty();
    assertThat(log.lines()).isEmpty();
    assertThat(intake.rest()).singleElement().extracting(Deliveries::size).isEqualTo(1);
  }

  @Test
  void whatWaitsBehindAPauseIsKnownToBeHeldAndTakenOutByAge() {
    Intake intake = intake(called::add);
    intake.pause();
    deliver(intake, 1);
    callBack();
    clock.advance(Duration.ofSeconds(1));
    assertThat(intake.before(clock.nanos() - Duration.ofSeconds(2).toNanos())).isEmpty();
    assertThat(held.since(clock.nanos())).hasSize(1);
    deliver(intake, 2);
    clock.advance(Duration.ofSeconds(1));
    assertThat(intake.before(clock.nanos() - Duration.ofSeconds(2).toNanos()))
        .singleElement()
        .extracting(Deliveries::nextTag)
        .isEqualTo(2L);
    intake.resume();
    callBack();
    assertThat(engine.texts()).containsExactly("m2");
  }
}
