package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.GetResponse;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Takes letters that stand in a queue now, publishes each to where it came from, and acknowledges
 * it only when that is confirmed. Killed at any instant it has lost none and repeats those that it
 * had not acknowledged. Blocks; belongs to one thread.
 */
final class Replay {
  private static final int AT_ONCE = 100;

  private final Channel letters;
  private final String queue;
  private final String pipeline;
  private final ConfirmedPublisher publisher;
  private final ReplayTally tally;
  private final Duration within;
  private final Deque<Sent> sent = new ArrayDeque<>();
  private final List<Long> kept = new ArrayList<>();
  private PublishFailed broken;
  private boolean acknowledged;

  private record Sent(Letter letter, Future<Void> answer) {}

  /**
   * @param letters reads the queue
   * @param queue where letters stand
   * @param pipeline whose letters are replayed
   * @param publisher to where they came from
   * @param tally is told what happens
   * @param within how long one publish may take
   */
  Replay(
      Channel letters,
      String queue,
      String pipeline,
      ConfirmedPublisher publisher,
      ReplayTally tally,
      Duration within) {
    this.letters = letters;
    this.queue = queue;
    this.pipeline = pipeline;
    this.publisher = publisher;
    this.tally = tally;
    this.within = within;
  }

  /**
   * Replays.
   *
   * @param most letters
   * @throws IOException when the queue, or its broker, is not there any more
   * @throws PublishFailed when nothing can be published, whatever it is
   */
  void run(long most) throws IOException {
    // One that dies again while this runs comes behind these, and is for the next time.
    long there = letters.queueDeclarePassive(queue).getMessageCount();
    long looked = 0;
    long taken = 0;
    try {
      while (looked < there && taken < most && broken == null) {
        GetResponse message = letters.basicGet(queue, false);
        if (message == null) {
          break;
        }
        looked++;
        taken += replay(message) ? 1 : 0;
        if (sent.size() >= AT_ONCE) {
          settle(sent.remove());
        }
      }
      while (!sent.isEmpty()) {
        settle(sent.remove());
      }
      tally.notLookedAt(there - looked);
    } finally {
      giveBack();
    }
    if (broken != null) {
      throw broken;
    }
  }

  private boolean replay(GetResponse message) {
    Letter letter = Letter.read(message).orElse(null);
    if (letter != null && letter.pipeline().equals(pipeline)) {
      sent.add(
          new Sent(
              letter,
              publisher.publish("", letter.queue(), letter.original(), letter.body(), within)));
      return true;
    }
    if (letter == null) {
      tally.unreadable();
    } else {
      tally.ofAnother();
    }
    kept.add(message.getEnvelope().getDeliveryTag());
    return false;
  }

  private void settle(Sent one) throws IOException {
    String queue = one.letter().queue();
    try {
      var unused = one.answer().toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof PublishFailed failed)) {
        throw e;
      }
      kept.add(one.letter().tag());
      switch (failed.reason()) {
        case UNROUTABLE -> tally.refused(queue, "there is no such queue");
        case REFUSED, REJECTED -> tally.refused(queue, failed.getMessage());
        default -> broken = failed;
      }
      return;
    }
    letters.basicAck(one.letter().tag(), false);
    acknowledged = true;
    tally.replayed(queue);
  }

  /**
   * The channel of a quorum queue keeps back what it is told too fast and forgets that with its
   * end. To begin and to end a consumer it waits for the queue, and sends it in between.
   */
  private void settleInTheQueue() throws IOException {
    // A broker that does not know credit gives the consumer one letter and no more.
    letters.basicQos(1);
    letters.basicCancel(
        letters.basicConsume(
            queue, false, "", false, false, Confirmations.NOTHING, new DefaultConsumer(letters)));
  }

  /** What is not replayed goes back, and an answer says that the acknowledgements have arrived. */
  private void giveBack() throws IOException {
    sent.forEach(each -> kept.add(each.letter().tag()));
    if (!letters.isOpen()) {
      return;
    }
    if (acknowledged) {
      settleInTheQueue();
    }
    for (long tag : kept.stream().sorted().toList()) {
      letters.basicNack(tag, false, true);
    }
    var unused = letters.queueDeclarePassive(queue);
  }
}
