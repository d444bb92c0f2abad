package dev.sluice.sample.stubborn;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.fixture.Topic;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Ten records in one lane of a test's own, which make one chunk, for a {@link StubbornWorker}. */
public final class StubbornFixture {
  /** How many records there are. */
  public static final int RECORDS = 10;

  private static final AtomicInteger SERIAL = new AtomicInteger();
  private static final String SAYS = "record ";

  private final Path directory;
  private final String id = "stubborn-" + SERIAL.incrementAndGet();
  private final List<String> values = IntStream.range(0, RECORDS).mapToObj(i -> "r" + i).toList();

  private StubbornFixture(Path directory) {
    this.directory = directory;
  }

  /** Makes and fills the topic. */
  public static StubbornFixture create(Path directory) throws InterruptedException {
    StubbornFixture fixture = new StubbornFixture(directory);
    Topic.create(EmbeddedKafka.shared(), fixture.id, 1)
        .write(fixture.values.stream().map(value -> new Topic.Line("key", value)).toList());
    return fixture;
  }

  /** A pipeline of one handler with 0.5 s to settle and 1.5 s to close. */
  public PipelineYaml pipeline(String handler) {
    return PipelineYaml.of(id, handler)
        .withKafka(EmbeddedKafka.shared().bootstrapServers(), id, id)
        .with("chunk", "{ records: 10, linger: 0ms }")
        .withShutdown("500ms", "1500ms");
  }

  /** A worker with one of the handlers. */
  public WorkerCommand worker(String handler) {
    return worker(handler, pipeline(handler));
  }

  /** A worker with a pipeline. */
  public WorkerCommand worker(String name, PipelineYaml pipeline) {
    Path file = directory.resolve(id + "-" + name + ".yaml");
    return WorkerCommand.mainClass(StubbornWorker.class).with("-c", pipeline.writtenTo(file));
  }

  /** Runs a worker that does what it should and tells which records it was given. */
  public List<String> redone() throws InterruptedException {
    try (WorkerProcess next = worker("obedient").with("--exit-when-idle", "500ms").start()) {
      if (next.exitCode() != 0) {
        throw new AssertionError("the next run failed" + next.seen());
      }
      return next.outLines().stream()
          .filter(line -> line.startsWith(SAYS))
          .map(line -> line.substring(SAYS.length()))
          .toList();
    }
  }

  /** The values of all records, in order. */
  public List<String> values() {
    return values;
  }
}
