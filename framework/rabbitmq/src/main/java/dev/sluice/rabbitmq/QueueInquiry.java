package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out over AMQP what a queue is like, which the protocol has no question for. A declaration
 * that does not fit the queue is refused with the first property that differs and its value; that
 * value goes into the next one, until nothing is left to differ.
 *
 * <p>None of these declarations can make a queue, should it be deleted meanwhile: each carries an
 * argument with a value that no broker takes for a new queue ({@code x-max-age}, which only streams
 * know), and that is not compared with those of a classic or quorum queue. It takes the permission
 * to configure the queue. What comes by policy is not seen.
 */
final class QueueInquiry {
  private static final String TYPE = "x-queue-type";
  private static final String NEVER = "x-max-age";
  // A text that broker and client know, so that it is not refused for itself; ours never is one.
  private static final String OTHER_TYPE = "stream";
  private static final int MOST_QUESTIONS = 40;

  private final Asking asking;
  private final String vhost;

  QueueInquiry(Asking asking, String vhost) {
    this.asking = asking;
    this.vhost = vhost;
  }

  /** What came of it. */
  sealed interface Result permits Known, Unknown, Gone, Locked {}

  /** It is like this. */
  record Known(QueueDetails details) implements Result {}

  /**
   * The broker does not tell this user.
   *
   * @param why in words
   */
  record Unknown(String why) implements Result {}

  /** There is no such queue. */
  record Gone() implements Result {}

  /** It belongs to one connection, not this one. */
  record Locked() implements Result {}

  /**
   * Asks about one queue.
   *
   * @throws IOException when the broker does not answer
   */
  Result about(String queue) throws IOException {
    boolean durable = true;
    boolean autoDelete = false;
    Map<String, Object> arguments = new HashMap<>(Map.of(TYPE, OTHER_TYPE));
    for (int i = 0; i < MOST_QUESTIONS; i++) {
      Optional<Refused> refused = asked(queue, durable, autoDelete, arguments);
      if (refused.isEmpty()) {
        return accepted(durable, autoDelete, arguments);
      }
      String said = refused.get().said();
      if (Causes.locked(refused.get().signal())) {
        return new Locked();
      }
      if (!Causes.preconditionFailed(refused.get().signal())) {
        return new Unknown(said);
      }
      if (said.startsWith("PRECONDITION_FAILED - invalid arg '")) {
        // Only of a queue that is to be made.
        return new Gone();
      }
      Inequivalent differs = Inequivalent.read(said, queue, vhost).orElse(null);
      if (differs == null) {
        return new Unknown(said);
      }
      switch (differs.property()) {
        case "durable" -> durable = false;
        case "auto_delete" -> autoDelete = true;
        case NEVER -> {
          return new Known(
              new QueueDetails(OTHER_TYPE, durable, autoDelete, Map.of(), Optional.empty()));
        }
        case TYPE -> {
          // Without the argument a queue is classic, whatever the virtual host's default is now.
          Object type = differs.current().orElse("classic");
          if (!arguments.replace(TYPE, OTHER_TYPE, type)) {
            return new Unknown(said);
          }
        }
        default -> {
          // A value that we have sent as it was told and that still differs was not understood.
          if (differs.current().isEmpty()
              || arguments.putIfAbsent(differs.property(), differs.current().get()) != null) {
            return new Unknown(said);
          }
        }
      }
    }
    return new Unknown("more than " + MOST_QUESTIONS + " properties differ");
  }

  private static Result accepted(
      boolean durable, boolean autoDelete, Map<String, Object> arguments) {
    String type = arguments.get(TYPE).toString();
    return type.equals(OTHER_TYPE)
        ? new Unknown("the broker takes a declaration that fits no queue")
        : new Known(new QueueDetails(type, durable, autoDelete, arguments, Optional.empty()));
  }

  private Optional<Refused> asked(
      String queue, boolean durable, boolean autoDelete, Map<String, Object> arguments)
      throws IOException {
    Map<String, Object> all = new HashMap<>(arguments);
    // A number, for a broker of 3.10 ends the connection on an age without one; in no known unit.
    all.put(NEVER, "1?");
    try {
      asking.ask(
          new AMQP.Queue.Declare.Builder()
              .queue(queue)
              .durable(durable)
              .autoDelete(autoDelete)
              .arguments(all)
              .build());
      return Optional.empty();
    } catch (Refused e) {
      return Optional.of(e);
    }
  }
}
