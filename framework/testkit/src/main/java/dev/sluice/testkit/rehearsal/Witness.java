package dev.sluice.testkit.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** All calls of one worker's life. Thread-safe. */
final class Witness {
  private final List<Call> calls = new ArrayList<>();

  Witness() {}

  /** A call begins. */
  synchronized Call begin(int attempt, String lane, int[] records, long nowNanos) {
    Call call = new Call(calls.size() + 1, attempt, lane, records, nowNanos);
    calls.add(call);
    return call;
  }

  synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Calls of some kind. */
  List<Call> calls(Predicate<Call> which) {
    return calls().stream().filter(which).toList();
  }

  /** Calls whose end the engine has not heard of. */
  List<Call> running() {
    return calls(call -> !call.over());
  }

  /** Adds, for each record of the file, in how many calls it was among the first so many. */
  void count(int[] perRecord, ToIntFunction<Call> howMany) {
    for (Call call : calls()) {
      int first = howMany.applyAsInt(call);
      for (int i = 0; i < first; i++) {
        perRecord[call.record(i)]++;
      }
    }
  }
}
