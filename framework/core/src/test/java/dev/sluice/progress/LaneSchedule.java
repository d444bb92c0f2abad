package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One lane over some owners that die in turn: random work and random answers, the real books held
 * against naive ones after every step, and what the source keeps against what was done.
 */
final class LaneSchedule {
  private static final int OWNERS = 3;
  private static final int STEPS = 70;

  @SuppressWarnings("ArrayRecordComponent")
  private record Put(long version, long position, byte[] state) {}

  private final Random random;
  private final Settling settling;
  private final long[] log;
  private final NaiveSource source;

  private LaneLedger ledger;
  private NaiveLane naive;
  private int read;
  private boolean leaving;
  private List<Settlement> ordinary = List.of();
  private List<Settlement> last = List.of();
  private List<Settlement> overtaken = List.of();
  private final List<Put> puts = new ArrayList<>();
  private Counts ended = Counts.NONE;

  LaneSchedule(int seed, Settling settling) {
    this.random = new Random(seed);
    this.settling = settling;
    this.log = new long[2000];
    long position = random.nextInt(1000);
    this.source = new NaiveSource(position, settling.individual());
    for (int i = 0; i < log.length; i++) {
      position += random.nextInt(5) == 0 ? random.nextInt(20) : 0;
      log[i] = position++;
    }
  }

  void run() {
    for (int owner = 0; owner < OWNERS; owner++) {
      open(owner);
      for (int i = 0; i < STEPS; i++) {
        step();
        compare();
      }
      comeToRest();
    }
  }

  private void open(int generation) {
    ResumePoint at = source.resumePoint();
    ledger = LaneLedger.of(new LaneRef("sim", generation), at, settling);
    naive = new NaiveLane(at, settling.individual());
    leaving = false;
    ordinary = List.of();
    last = List.of();
    overtaken = List.of();
    puts.clear();
    ended = Counts.NONE;
    if (!settling.individual()) {
      read = 0;
      while (read < log.length && log[read] < at.position()) {
        read++;
      }
    }
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 20) {
      receive();
    } else if (dice < 62 && naive.size() > 0) {
      end();
    } else if (dice < 70 && naive.size() > 0) {
      state();
    } else if (dice < 84) {
      take();
    } else if (dice < 99) {
      answer();
    } else if (random.nextInt(3) == 0) {
      takeLast();
    }
  }

  private void receive() {
    int records = 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 8);
    if (read + records >= log.length) {
      return;
    }
    long[] at = new long[records];
    System.arraycopy(log, read, at, 0, records);
    read += records;
    long after = at[records - 1] + 1;
    long next = after + random.nextInt((int) (log[read] - after) + 1);
    Positions batch = new FakePositions(at, next);
    long first = naive.size();
    assertThat(ledger.receive(batch)).isEqualTo(first);
    naive.receive(batch);
    for (int i = 0; i < records; i++) {
      long number = first + i;
      if (source.keepsAsDone(at[i]) && settling.carries() && !settling.individual()) {
        assertThat(ledger.nextOpen(number, number + 1)).as("done again").isEqualTo(number + 1);
      }
    }
  }

  private void end() {
    long low = random.nextBoolean() ? 0 : Math.max(0, ledger.oldest() - 10);
    long from = low + random.nextInt((int) (naive.size() - low) + 1);
    long to = Math.min(naive.size(), from + random.nextInt(random.nextInt(6) == 0 ? 70 : 6));
    switch (random.nextInt(9)) {
      case 0 -> {
        ledger.skipped(from, to);
        naive.end(from, to, NaiveLane.End.SKIPPED);
      }
      case 1 -> {
        if (from < naive.size()) {
          ledger.deadLettered(from);
          naive.end(from, from + 1, NaiveLane.End.DEAD);
        }
      }
      case 2 -> {
        if (from < naive.size()) {
          ledger.delayed(from);
          naive.end(from, from + 1, NaiveLane.End.DELAYED);
        }
      }
      case 3 -> {
        long out = ledger.handBack(from, to);
        long fresh = naive.end(from, to, NaiveLane.End.BACK);
        assertThat(out).isEqualTo(settling.individual() ? 0 : fresh);
      }
      default -> {
        ledger.done(from, to);
        naive.end(from, to, NaiveLane.End.DONE);
      }
    }
  }

  private void state() {
    int number = random.nextInt(naive.size());
    NaiveLane.Entry entry = naive.entries.get(number);
    long position = entry.position;
    if (!entry.closed && random.nextInt(4) > 0) {
      byte[] state = {(byte) random.nextInt()};
      ledger.keepState(position, state);
      naive.states.put(position, state);
      puts.add(new Put(ledger.version(), position, state));
    } else {
      ledger.forgetState(position);
      naive.states.remove(position);
    }
  }

  private void take() {
    List<Settlement> taken = ledger.take();
    if (leaving || (!settling.individual() && !ordinary.isEmpty())) {
      assertThat(taken).isEmpty();
    }
    if (!taken.isEmpty()) {
      TakenCheck.check(taken, naive, ledger.settledPosition(), settling, false);
      List<Settlement> all = new ArrayList<>(ordinary);
      all.addAll(taken);
      ordinary = all;
    }
  }

  private void takeLast() {
    if (!leaving) {
      leaving = true;
      last = ledger.takeFinal();
      TakenCheck.check(last, naive, ledger.settledPosition(), settling, true);
    }
  }

  private void answer() {
    // Answers may come in any order; what they answer has reached the source in its own.
    boolean answerLast = ordinary.isEmpty() || (!last.isEmpty() && random.nextBoolean());
    List<Settlement> asked = answerLast ? last : ordinary;
    if (answerLast) {
      last = List.of();
    } else {
      ordinary = List.of();
    }
    for (Settlement settlement : asked) {
      for (Settlement part : parts(settlement)) {
        answer(part);
      }
    }
  }

  /** An individual source may answer a stretch in two parts. */
  private List<Settlement> parts(Settlement whole) {
    List<Integer> numbers = naive.named(whole.from(), whole.next());
    if (!settling.individual() || numbers.size() < 2 || random.nextBoolean()) {
      return List.of(whole);
    }
    int at = 1 + random.nextInt(numbers.size() - 1);
    return TakenCheck.split(whole, naive.positionAt(numbers.get(at)), at);
  }

  private void answer(Settlement part) {
    List<Integer> numbers = naive.named(part.from(), part.next());
    List<Long> positions = numbers.stream().map(n -> naive.entries.get(n).position).toList();
    int dice = random.nextInt(10);
    if (dice < 3) {
      if (dice == 0) {
        reach(part, positions); // Only the answer got lost.
      }
      ledger.failed(part);
      numbers.forEach(n -> naive.entries.get(n).asked = false);
    } else if (dice == 3 && settling.individual() && part.records() > 0) {
      Counts counts = ledger.stale(part);
      assertThat(counts).isEqualTo(naive.close(numbers, true));
      ended = ended.plus(counts);
    } else {
      reach(part, positions);
      Counts counts = ledger.settled(part);
      assertThat(counts).isEqualTo(naive.close(beforeOf(part, numbers), false));
      ended = ended.plus(counts);
    }
  }

  private void reach(Settlement part, List<Long> positions) {
    if (overtaken.stream().noneMatch(earlier -> earlier == part)) {
      source.apply(part, positions);
      overtaken = settling.individual() ? List.of() : ordinary;
    }
  }

  /** A position settles everything before it, also what an unanswered settle asked for. */
  private List<Integer> beforeOf(Settlement part, List<Integer> numbers) {
    return settling.individual() ? numbers : naive.named(Long.MIN_VALUE, part.next());
  }

  private void compare() {
    assertThat(ledger.unsettled()).isEqualTo(naive.unsettled());
    assertThat(ledger.span()).isEqualTo(naive.size() - ledger.oldest());
    assertThat(ended.all() + ledger.unsettled() + naive.open())
        .as("every record is in one place")
        .isEqualTo(naive.size());
    for (int i = 0; i < naive.size(); i++) {
      boolean open = ledger.nextOpen(i, i + 1L) == i;
      assertThat(open).as("record %d", i).isEqualTo(!naive.ended(i));
      assertThat(ledger.nextEnded(i, i + 1L) == i).isEqualTo(!open);
    }
    for (Put put : puts) {
      boolean current = naive.states.get(put.position()) == put.state();
      // Whatever the ledger knows of it.
      boolean gone = put.position() < source.committed();
      if (current && !gone) {
        assertThat(ledger.state(put.position())).isEqualTo(put.state());
        if (settling.carries() && put.version() <= ledger.storedVersion()) {
          assertThat(source.state(put.position())).as("stored").isEqualTo(put.state());
        }
      }
    }
  }

  /** Everything is answered well in the end: nothing may be left dirty. */
  private void comeToRest() {
    if (leaving || random.nextInt(3) == 0) {
      return; // The owner dies.
    }
    for (int i = 0; i < 200 && (ledger.dirty() || !ordinary.isEmpty()); i++) {
      take();
      answer();
      compare();
    }
    if (ledger.dirty()) {
      take();
      ordinary.forEach(
          settlement -> {
            List<Integer> numbers = naive.named(settlement.from(), settlement.next());
            source.apply(
                settlement, numbers.stream().map(n -> naive.entries.get(n).position).toList());
            ended = ended.plus(ledger.settled(settlement));
            naive.close(beforeOf(settlement, numbers), false);
          });
      ordinary = List.of();
    }
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.take()).isEmpty();
    compare();
  }
}
