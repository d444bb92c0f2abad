package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import dev.sluice.progress.MarkText;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumeState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommitMetadataTest {
  private static final int BROKER_KEEPS = 4096;
  private static final OwnerMark MARK =
      OwnerMark.running(
              "flights-3",
              -1 >>> 1,
              1_796_100_000L,
              Duration.ofSeconds(140),
              new OwnerMark.Layers(
                  Duration.ofSeconds(150),
                  Duration.ofSeconds(5),
                  Duration.ofSeconds(145),
                  Duration.ofSeconds(600)))
          .draining(Duration.ofMillis(10_250));

  private static CommitMetadata marked(OwnerMark mark) {
    return new CommitMetadata(List.of(), Optional.of(mark), List.of());
  }

  @Test
  void nothingToSayIsNothingWritten() {
    assertThat(new CommitMetadata(List.of(), Optional.empty(), List.of()).write(7)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsRead(OwnerMark.Phase phase) {
    CommitMetadata written =
        new CommitMetadata(
            List.of(new Carried.Stretch(12, 20), new Carried.Stretch(31, 32)),
            Optional.of(
                new OwnerMark(
                    "a b;c,d=é",
                    Integer.MAX_VALUE,
                    0,
                    phase,
                    Duration.ofMillis(1),
                    Duration.ofSeconds(40),
                    OwnerMark.Layers.UNKNOWN)),
            List.of(
                new ResumeState(12, new byte[0]),
                new ResumeState(900, "at byte 4711".getBytes(StandardCharsets.UTF_8))));

    assertThat(CommitMetadata.read(10, written.write(10))).isEqualTo(written);
  }

  @Test
  void everythingAtItsLargestFitsWhatABrokerKeeps() {
    List<Carried.Stretch> everySecond = new ArrayList<>();
    for (long at = 1; at < 30_000; at += 2) {
      everySecond.add(new Carried.Stretch(at, at + 1));
    }
    OwnerMark longest =
        new OwnerMark(
            "é".repeat(OwnerMark.OWNER_LENGTH),
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            OwnerMark.Phase.DRAINING,
            Duration.ofDays(30),
            Duration.ofDays(30),
            new OwnerMark.Layers(
                Duration.ofDays(30),
                Duration.ofDays(30),
                Duration.ofDays(30),
                Duration.ofDays(30)));
    ResumeState state =
        new ResumeState(1L << 50, new byte[StateText.MOST_BYTES - ResumeState.OVERHEAD]);

    String text = new CommitMetadata(everySecond, Optional.of(longest), List.of(state)).write(0);

    assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(BROKER_KEEPS);
    assertThat(MarkText.write(longest)).hasSizeLessThanOrEqualTo(MarkText.LONGEST);
    assertThat(CommitMetadata.read(0, text).states()).containsExactly(state);
  }

  @Test
  void aReferenceToStoredStatesTravelsInTheirPlace() {
    CommitMetadata referring =
        new CommitMetadata(
            List.of(new Carried.Stretch(6, 8)),
            Optional.of(MARK),
            List.of(),
            Optional.of("0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f"));

    String text = referring.write(5);

    assertThat(text).contains(";x=0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f;");
    assertThat(CommitMetadata.read(5, text)).isEqualTo(referring);
  }

  @Test
  void aNewerReleasesSectionsAndFieldsArePassedOver() {
    String newer =
        marked(MARK).write(5).replace("sluice:2;", "sluice:2;z=anything at all;") + ",more,fields";

    assertThat(CommitMetadata.read(5, newer)).isEqualTo(marked(MARK));
  }

  @Test
  void theFirstVersionIsStillRead() {
    String runs = DoneBeyond.write(10, List.of(new Carried.Stretch(12, 14)));

    assertThat(CommitMetadata.read(10, "sluice:1" + runs).beyond())
        .containsExactly(new Carried.Stretch(12, 14));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "NO_METADATA",
        "{\"tool\": 1}",
        "sluice:3;b=r:AQE",
        "sluice:",
        "sluice:2;",
        "sluice:2;b",
        "sluice:2;b=AQE",
        "sluice:2;o=r,1",
        "sluice:2;o=x,1,0,0,0,0,0,0,0,me",
        "sluice:2;o=r,!,0,0,0,0,0,0,0,me",
        "sluice:2;s=////",
        "sluice:2;s=AAU",
        "sluice:2;b=r:AQE;s=%",
        "sluice:2;x=",
        "sluice:2;x=a/b",
        "sluice:1x:AAAA",
        "sluice:1r:%%%",
        "sluice:1r:gA",
        "sluice:1r:AQA",
        "sluice:1r:////////////////"
      })
  void whatIsForeignNewerOrBrokenReadsAsNothing(String metadata) {
    CommitMetadata read = CommitMetadata.read(7, metadata);

    assertThat(read.beyond()).isEmpty();
    assertThat(read.mark()).isEmpty();
    assertThat(read.states()).isEmpty();
    assertThat(read.stored()).isEmpty();
  }

  @Test
  void noMetadataReadsAsNothing() {
    assertThat(CommitMetadata.read(7, null).beyond()).isEmpty();
  }
}
