package dev.sluice.sample.process;

import dev.sluice.embedded.process.ProcessId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a class of tests that leaves a worker running. */
public final class LeavesNoProcess implements AfterAllCallback {
  private static final List<ProcessId> STARTED = new CopyOnWriteArrayList<>();

  /** For JUnit. */
  public LeavesNoProcess() {}

  static void remember(Optional<ProcessId> started) {
    started.ifPresent(STARTED::add);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<ProcessId> left = STARTED.stream().filter(ProcessId::alive).toList();
    if (!left.isEmpty()) {
      left.forEach(it -> it.handle().ifPresent(ProcessHandle::destroyForcibly));
      throw new AssertionError(left.size() + " workers were left running: " + left);
    }
  }
}
