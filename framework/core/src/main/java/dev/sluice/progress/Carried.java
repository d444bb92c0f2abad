package dev.sluice.progress;

import java.util.List;

/**
 * What travels with a settled position so that the next owner need not do it again: the work done
 * beyond a hole, and what handlers want to be given back with the record they go on at. A source
 * keeps the last one it has confirmed, and gives it back in the {@link ResumePoint}, as far as its
 * capabilities go ({@code DONE_BEYOND}, {@code RESUME_STATE}); it ignores the rest.
 *
 * @param beyond stretches of positions done beyond the settled position, ascending, not touching
 * @param states the resume states of the lane, one for each position a handler goes on at; they
 *     replace all earlier ones
 */
public record Carried(List<Stretch> beyond, List<ResumeState> states) {

  /** Nothing to carry. */
  public static final Carried NONE = new Carried(List.of(), List.of());

  /** Copies the lists. */
  public Carried {
    beyond = List.copyOf(beyond);
    states = List.copyOf(states);
  }

  /** True when there is nothing to keep. */
  public boolean isEmpty() {
    return beyond.isEmpty() && states.isEmpty();
  }

  /**
   * A stretch of positions.
   *
   * @param from the first position
   * @param next the position after the last, above {@code from}
   */
  public record Stretch(long from, long next) {

    /** Refuses an empty stretch. */
    public Stretch {
      if (next <= from) {
        throw new IllegalArgumentException("a stretch from " + from + " to " + next);
      }
    }
  }
}
