package dev.sluice.spi;

import dev.sluice.progress.LaneRef;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One record that is given up, with everything needed to look at it, mend it and send it again.
 * Written at least once; {@link #id()} and the timestamp are the same each time.
 *
 * @param pipeline the pipeline's name
 * @param lane where the record came from
 * @param position its position there
 * @param timestamp its own time, in milliseconds since the epoch, as the source says
 * @param key the encoded key as it arrived, or null
 * @param value the encoded value as it arrived, or null
 * @param headers all headers as they arrived, in their order
 * @param errorClass the class of what failed
 * @param errorMessage its message, cut to at most {@link #MESSAGE_CHARS} characters
 * @param attempts how many tries with this record in them have failed; 0 when it never was in one,
 *     because it does not decode
 * @param diedAt when it was given up
 */
@SuppressWarnings("ArrayRecordComponent")
public record DeadLetter(
    String pipeline,
    LaneRef lane,
    long position,
    long timestamp,
    byte[] key,
    byte[] value,
    List<Header> headers,
    String errorClass,
    String errorMessage,
    int attempts,
    Instant diedAt) {

  /** The most characters of an error message that are kept. */
  public static final int MESSAGE_CHARS = 2000;

  /** Copies the headers and cuts the message. */
  public DeadLetter {
    headers = List.copyOf(headers);
    errorMessage = Objects.requireNonNullElse(errorMessage, "");
    if (errorMessage.length() > MESSAGE_CHARS) {
      errorMessage = errorMessage.substring(0, MESSAGE_CHARS);
    }
  }

  /**
   * The source position as an id: the same for every writing of a record that stands there. Unique
   * within a pipeline for as long as its source does not number its positions anew; one that does,
   * as for claims of jobs and deliveries of messages, gives it for this delivery only.
   */
  public String id() {
    return lane.name() + "/" + position;
  }

  @Override
  public String toString() {
    return "DeadLetter[" + id() + ", " + errorClass + "]";
  }
}
