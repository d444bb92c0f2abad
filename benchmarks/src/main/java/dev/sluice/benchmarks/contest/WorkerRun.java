package dev.sluice.benchmarks.contest;

import dev.sluice.Worker;
import dev.sluice.api.Handlers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A whole worker, from its command line and its pipeline file on. */
public final class WorkerRun {
  private static final String IDLE = "200ms";

  private WorkerRun() {}

  /**
   * Starts one that ends by itself when it has been idle for a moment.
   *
   * @param pipeline the text of {@code pipeline.yaml}
   * @return waits for its end
   */
  public static AutoCloseable start(Handlers.Named<?> handler, String pipeline) throws IOException {
    Path file = Files.writeString(Files.createTempFile("bench", ".yaml"), pipeline);
    AtomicInteger code = new AtomicInteger(-1);
    Thread thread =
        new Thread(
            () ->
                code.set(
                    Worker.with(handler).execute("-c", file.toString(), "--exit-when-idle", IDLE)),
            "worker");
    thread.start();
    return () -> {
      thread.join();
      Files.delete(file);
      if (code.get() != 0) {
        throw new IllegalStateException("the worker has ended with " + code);
      }
    };
  }
}
