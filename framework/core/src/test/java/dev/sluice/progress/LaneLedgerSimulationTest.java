package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random schedules of one lane against books kept record by record. */
class LaneLedgerSimulationTest {
  private static final int SCHEDULES = 4_000;
  private static final int STEPS = 120;

  @Test
  void theLedgerAgreesWithBooksKeptRecordByRecord() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      try {
        new Schedule(seed).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static final class OpenChunk {
    final long ticket;
    final List<NaiveLane.Entry> entries;
    int doneRecords;

    OpenChunk(long ticket, List<NaiveLane.Entry> entries) {
      this.ticket = ticket;
      this.entries = entries;
    }
  }

  private static final class Schedule {
    private final Random random;
    private final LaneLedger ledger;
    private final NaiveLane naive;
    private final List<OpenChunk> open = new ArrayList<>();
    private long position;
    private Settlement.Done ordinary;
    private Settlement.Done last;
    private boolean leaving;

    Schedule(int seed) {
      random = new Random(seed);
      position = random.nextInt(1000);
      ledger = new LaneLedger(new LaneRef("sim", seed), position);
      naive = new NaiveLane(position);
    }

    void run() {
      for (int i = 0; i < STEPS; i++) {
        step();
        compare();
      }
    }

    private void step() {
      int dice = random.nextInt(100);
      if (dice < 30 && !leaving) {
        openChunk();
      } else if (dice < 50 && !open.isEmpty()) {
        checkpoint(open.get(random.nextInt(open.size())));
      } else if (dice < 70 && !open.isEmpty()) {
        finish(open.remove(random.nextInt(open.size())));
      } else if (dice < 85) {
        take();
      } else if (dice < 98) {
        answer();
      } else if (random.nextInt(4) == 0) {
        takeLast();
      }
    }

    private void openChunk() {
      position += random.nextInt(4) == 0 ? random.nextInt(50) : 0;
      long from = position;
      List<NaiveLane.Entry> entries = new ArrayList<>();
      int records = 1 + random.nextInt(8);
      for (int i = 0; i < records; i++) {
        long next = position + 1 + (random.nextInt(5) == 0 ? random.nextInt(20) : 0);
        entries.add(naive.add(position, next));
        position = next;
      }
      open.add(new OpenChunk(ledger.open(from, position, records), entries));
    }

    private void checkpoint(OpenChunk chunk) {
      int more = random.nextInt(chunk.entries.size() - chunk.doneRecords + 1);
      chunk.doneRecords += more;
      chunk.entries.subList(0, chunk.doneRecords).forEach(entry -> entry.done = true);
      long next =
          chunk.doneRecords == 0
              ? chunk.entries.get(0).position
              : chunk.entries.get(chunk.doneRecords - 1).next;
      ledger.checkpoint(chunk.ticket, next, chunk.doneRecords);
    }

    private void finish(OpenChunk chunk) {
      chunk.entries.forEach(entry -> entry.done = true);
      ledger.done(chunk.ticket);
    }

    private void take() {
      Optional<Settlement.Done> taken = ledger.takeSettlement();
      if (ordinary != null || leaving) {
        assertThat(taken).isEmpty();
      }
      taken.ifPresent(
          done -> {
            ordinary = done;
            check(done);
          });
    }

    private void takeLast() {
      leaving = true;
      if (last == null) {
        ledger
            .takeFinalSettlement()
            .ifPresent(
                done -> {
                  last = done;
                  check(done);
                });
      }
    }

    private void check(Settlement.Done done) {
      assertThat(done.next()).isEqualTo(naive.watermark());
      assertThat(done.from()).isEqualTo(naive.settledPosition());
      assertThat(done.records()).isEqualTo(naive.recordsBetween(done.from(), done.next()));
    }

    private void answer() {
      boolean answerLast = ordinary == null || (last != null && random.nextBoolean());
      Settlement.Done answered = answerLast ? last : ordinary;
      if (answered == null) {
        return;
      }
      if (answerLast) {
        last = null;
      } else {
        ordinary = null;
      }
      if (random.nextInt(3) == 0) {
        ledger.settleFailed();
      } else {
        assertThat(ledger.settled(answered)).isEqualTo(naive.settle(answered.next()));
      }
    }

    private void compare() {
      assertThat(ledger.watermark()).isEqualTo(naive.watermark());
      assertThat(ledger.settledPosition()).isEqualTo(naive.settledPosition());
      assertThat(ledger.openRecords()).isEqualTo(naive.open());
      assertThat(ledger.unsettledRecords()).isEqualTo(naive.unsettled());
      assertThat(ledger.dirty()).isEqualTo(naive.watermark() > naive.settledPosition());
    }
  }
}
