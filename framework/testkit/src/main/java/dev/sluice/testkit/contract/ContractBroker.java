package dev.sluice.testkit.contract;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.FakeRecord;
import java.util.List;
import java.util.Optional;

/**
 * The broker of one test as the {@link SourceContract} plays with it: a real one, with a topic,
 * queue or table of its own. Everything is called on the test's thread, which is not an event loop,
 * and may block; what is asked for has happened when the call returns, unless it says otherwise.
 */
public interface ContractBroker extends AutoCloseable {

  /** Appends records in this order, spread over the lanes by their keys if there are several. */
  void put(List<FakeRecord> records);

  /**
   * A source of one more worker, not open yet; the contract opens and closes it.
   *
   * @param member names the worker in {@link #silence} and the others
   */
  Source source(String member, SourceContext context);

  /** How many of the records put are settled, as the broker itself knows. */
  long settled();

  /**
   * Nothing gets through between a worker and the broker any more, in either direction, while
   * others are served: the worker's process is dead, or stands still. Its session or lease begins
   * to run out, which takes at most a few seconds.
   */
  void silence(String member);

  /** What a silenced worker had to say gets through, and all that follows. */
  void hear(String member);

  /**
   * The broker gives up a worker that is alive: its session, channel or leases are over. Others,
   * and the worker itself, may have its lanes from now on. The worker need not know when this
   * returns.
   */
  void disown(String member);

  /** Cuts the network between the broker and all workers, not longer than sessions last. */
  void cutNetwork();

  /** Mends the network. */
  void restoreNetwork();

  /** Stops the broker and starts it again with all it had stored. */
  void restart();

  /** Why something can't happen at this broker; empty when it can. */
  Optional<String> notApplicable(Cell cell);

  /** Removes everything of this test. Every source is closed by then. */
  @Override
  void close();
}
