package dev.sluice.config;

import dev.sluice.spi.SourceContext;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code pipeline} section.
 *
 * @param name names the pipeline in logs, client ids and reports
 * @param handler which handler of the jar runs; see {@link #tasks()}
 * @param kinds which handler runs for each kind of record, in place of one handler
 * @param source where records come from
 * @param chunk how records are grouped for the handler
 * @param concurrency how much is worked on and held at once
 * @param ordering what is kept in order
 * @param retry what happens when a try fails
 * @param malformed what happens to a record that does not decode; see {@link #malformedPolicy()}
 *     for what holds when absent
 * @param deadLetter where records go that are given up
 * @param resumeState where resume states go that are too large for the source
 * @param limits the deployment's word on the limits of tasks, by handler
 */
public record PipelineSettings(
    @Setting(doc = "Names the pipeline in logs, client ids and reports.", min = "1", max = "63")
        String name,
    @Setting(
            doc =
                "Which handler of this jar runs. Mandatory, unless kinds names one for each kind.",
            min = "1")
        Optional<String> handler,
    @Setting(
            doc =
                "Which handler of this jar runs for each kind of record, in place of one handler;"
                    + " for a source that tells kinds apart.",
            value = "{}")
        Map<String, String> kinds,
    @Setting(doc = "Where records come from: one adapter's name with its settings.")
        SourceSettings<?> source,
    @Setting(doc = "How records are grouped for the handler.", value = "{}") ChunkSettings chunk,
    @Setting(doc = "How much is worked on and held at once.", value = "{}")
        ConcurrencySettings concurrency,
    @Setting(
            doc = "What is kept in order: a lane, the records of one key, or nothing.",
            value = "lane")
        Ordering ordering,
    @Setting(doc = "What happens when a try fails.", value = "{}") RetrySettings retry,
    @Setting(
            doc =
                "What happens to a record that does not decode: it becomes a dead letter, it is"
                    + " skipped, or its lane stops. Unless given: deadLetter where"
                    + " pipeline.deadLetter is configured or the source keeps dead records"
                    + " itself, else stop.")
        Optional<OnFailure> malformed,
    @Setting(doc = "Where records go that are given up: one adapter's name with its settings.")
        Optional<DeadLetterSettings<?>> deadLetter,
    @Setting(
            doc =
                "Where resume states go that are too large for the source: one adapter's name with"
                    + " its settings.")
        Optional<StateStoreSettings<?>> resumeState,
    @Setting(
            doc = "The deployment's word on the limits of tasks, by handler.",
            value = "{}",
            placeholders = false)
        Map<String, LimitSettings> limits) {

  private static final int CHUNKS_AHEAD = 4;

  /** Checks what concerns several keys. */
  public PipelineSettings {
    if (!name.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?")) {
      throw new InvalidSetting(
          "name", "'" + name + "' is not a name of lower-case letters, digits and inner hyphens");
    }
    int handlers = new TaskChoice(handler, kinds).handlers().size();
    if (!kinds.isEmpty()) {
      source.checkKinds();
    }
    if (handlers > 1) {
      new SharedConcurrency(concurrency, chunk, handlers).check();
    }
    if (concurrency.bytes().compareTo(chunk.bytes()) < 0) {
      throw new InvalidSetting(
          "concurrency",
          "bytes "
              + concurrency.bytes()
              + " is less than one chunk of "
              + chunk.bytes()
              + " (pipeline.chunk.bytes); raise it or lower chunk.bytes");
    }
    Optional<Integer> held = concurrency.records();
    if (held.isPresent() && held.get() < chunk.records()) {
      throw new InvalidSetting(
          "concurrency",
          "records "
              + held.get()
              + " is less than one chunk of "
              + chunk.records()
              + " (pipeline.chunk.records); raise it or lower chunk.records");
    }
    if (!retry.topics().isEmpty() && ordering != Ordering.NONE) {
      throw new InvalidSetting(
          "retry.topics",
          "breaks the order that 'ordering: "
              + ordering.name().toLowerCase(Locale.ROOT)
              + "' keeps: a record that waits for its retry is passed by those behind it; write"
              + " 'ordering: none', or leave topics out and let the retry hold its lane");
    }
    new DeadLetterUse(source, retry, malformed, deadLetter.isPresent()).check();
    new DeadLetterPlace(source, retry.topics(), deadLetter).check();
    if (resumeState.isPresent()) {
      source.checkStateStore();
    }
  }

  /** Which handlers run. */
  public TaskChoice tasks() {
    return new TaskChoice(handler, kinds);
  }

  /**
   * How what the source delivers is worked on.
   *
   * @param limit the longest of the limits of the handlers that run
   */
  public SourceContext.Work work(Duration limit) {
    return new SourceContext.Work(
        limit,
        chunk.linger(),
        concurrency.chunks(),
        ordering != Ordering.NONE,
        retry.backoff().initial(),
        retry.backoff().max());
  }

  /** What happens to work after its last attempt. */
  public OnFailure afterLastAttempt() {
    return retry.then().orElse(byDefault());
  }

  /**
   * What happens in the end to work that failed as a rule says: the rule's word, else the
   * pipeline's.
   */
  public OnFailure after(RetryRule rule) {
    return rule.then().orElse(afterLastAttempt());
  }

  /** What happens to a record that does not decode. */
  public OnFailure malformedPolicy() {
    return malformed.orElse(byDefault());
  }

  private OnFailure byDefault() {
    return deadLetter.isPresent() || source.provider().keepsFailed()
        ? OnFailure.DEAD_LETTER
        : OnFailure.STOP;
  }

  /**
   * How many records the worker holds at most, running and waiting: {@code concurrency.records}, or
   * four times what can run at once.
   */
  public int recordsHeld() {
    long derived = (long) CHUNKS_AHEAD * concurrency.chunks() * chunk.records();
    return concurrency.records().orElse((int) Math.min(Integer.MAX_VALUE, derived));
  }
}
