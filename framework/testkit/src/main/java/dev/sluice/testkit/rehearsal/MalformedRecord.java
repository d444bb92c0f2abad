package dev.sluice.testkit.rehearsal;

import dev.sluice.api.Decoder;
import dev.sluice.api.EncodedRecord;
import dev.sluice.api.RecordDecoder;
import dev.sluice.config.OnFailure;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.testkit.FakeRecord;
import java.util.List;
import java.util.Optional;

/** A record that does not decode stands in the middle of a lane. */
final class MalformedRecord implements Scenario {
  private static final byte[] NO_UTF8_NO_JSON = {'{', '"', (byte) 0xff, (byte) 0xfe};

  @Override
  public String name() {
    return "record that does not decode";
  }

  @Override
  public <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException {
    if (decodes(stage.plan().decoder())) {
      return Verdict.notTried(name(), "the decoder takes any bytes");
    }
    Dealt dealt = stage.deal(Optional.of(new FakeRecord(null, NO_UTF8_NO_JSON, List.of(), 0)));
    Life<T> life = stage.begin(dealt, stage.plan().figures(), Script.NOTHING);
    Ending ending = life.finish();
    Reckoning reckoning = Finale.count(stage, dealt, measured, List.of(life));
    EngineCounts counts = life.worker().counts();
    OnFailure policy = stage.plan().config().pipeline().malformedPolicy();
    Judgement judgement = new Judgement(name()).stopped(ending, "clean");
    long waiting = stage.onLoop(() -> behind(dealt));
    switch (policy) {
      case STOP ->
          judgement
              .expect(life.worker().halted().size() == 1, "its lane did not stop")
              .counted(reckoning.lost() - waiting, reckoning.again(), 0)
              .measured(
                  "malformed: stop; its lane stopped, " + waiting + " records wait behind it");
      case SKIP ->
          judgement
              .expect(counts.skipped() == 1, counts.skipped() + " records were skipped, not 1")
              .counted(reckoning.lost(), reckoning.again(), 0)
              .measured("malformed: skip; " + counts.skipped() + " record skipped");
      case DEAD_LETTER ->
          judgement
              .expect(
                  life.letters().letters().size() == 1,
                  life.letters().letters().size() + " dead letters were written, not 1")
              .counted(reckoning.lost(), reckoning.again(), 0)
              .measured(
                  "malformed: deadLetter; "
                      + life.letters().letters().size()
                      + " dead letter (kept in memory)");
    }
    return judgement.verdict();
  }

  /** Records that stand behind it in its lane and are not settled. */
  private static long behind(Dealt dealt) {
    long waiting = 0;
    for (int number = 0; number < dealt.size(); number++) {
      waiting += dealt.behindIntruder(number) && !dealt.settled(number) ? 1 : 0;
    }
    return waiting;
  }

  private static boolean decodes(Decoder<?> decoder) {
    try {
      Object unused =
          decoder instanceof RecordDecoder<?> whole
              ? whole.decodeRecord(new Intruder())
              : decoder.decode(NO_UTF8_NO_JSON);
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  /** The record as a decoder of whole records sees it: bytes, and nothing that explains them. */
  private static final class Intruder implements EncodedRecord {
    @Override
    public Optional<byte[]> key() {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> encodedValue() {
      return Optional.of(NO_UTF8_NO_JSON);
    }

    @Override
    public Optional<byte[]> header(String name) {
      return Optional.empty();
    }

    @Override
    public String lane() {
      return "intruder";
    }

    @Override
    public long position() {
      return 0;
    }

    @Override
    public long timestamp() {
      return 0;
    }
  }
}
