package dev.sluice.testkit.engine;

import dev.sluice.api.Decoder;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import dev.sluice.testkit.HeldHandler;
import dev.sluice.testkit.WorkerHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A worker with a handler that a test answers for, and the usual ways to answer. */
final class Worker implements AutoCloseable {
  static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(60));

  final HeldHandler<String> handler;
  final WorkerHarness<String> harness;

  Worker(HarnessOptions options) {
    this(LIMITS, options);
  }

  Worker(TaskLimits limits, HarnessOptions options) {
    handler = new HeldHandler<>(limits);
    harness = WorkerHarness.of(handler, Worker::decode, options);
  }

  private Worker(HeldHandler<String> handler, WorkerHarness<String> harness) {
    this.handler = handler;
    this.harness = harness;
  }

  Worker successor() {
    HeldHandler<String> next = new HeldHandler<>(LIMITS);
    return new Worker(next, harness.successor(next, Worker::decode));
  }

  private static String decode(byte[] bytes) throws Exception {
    String value = Decoder.string().decode(bytes);
    if (value.startsWith("!")) {
      throw new IllegalArgumentException("not a value: " + value);
    }
    return value;
  }

  HeldCall<String> last() {
    return handler.last();
  }

  /** The values of all calls that have not ended. */
  List<List<String>> running() {
    List<List<String>> values = new ArrayList<>();
    handler.unended().forEach(call -> values.add(call.values()));
    return values;
  }

  /** The values of all calls there were. */
  List<List<String>> all() {
    List<List<String>> values = new ArrayList<>();
    handler.calls().forEach(call -> values.add(call.values()));
    return values;
  }

  long triesWith(String value) {
    return handler.calls().stream().filter(call -> call.values().contains(value)).count();
  }

  void done() {
    handler.last().done();
    harness.turn();
  }

  void done(HeldCall<String> call) {
    call.done();
    harness.turn();
  }

  void fail(Throwable cause) {
    handler.last().fail(cause);
    harness.turn();
  }

  /** The call that has a value and has not ended. */
  HeldCall<String> with(String value) {
    return handler.unended().stream()
        .filter(call -> call.values().contains(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError(value + " is not running, but " + running()));
  }

  void failAll() {
    handler.unended().forEach(call -> call.fail(new IllegalStateException("no")));
    harness.turn();
  }

  /** Tries with this value fail, others are done, until nothing is left to do. */
  void failOn(String value) {
    for (int turn = 0; turn < 200 && !harness.quiet() && harness.halted().isEmpty(); turn++) {
      for (HeldCall<String> call : handler.unended()) {
        if (call.values().contains(value)) {
          call.fail(new IllegalStateException("can't do " + value));
        } else {
          call.done();
        }
      }
      harness.advance(Duration.ofSeconds(40));
    }
  }

  @Override
  public void close() {
    harness.close();
  }
}
