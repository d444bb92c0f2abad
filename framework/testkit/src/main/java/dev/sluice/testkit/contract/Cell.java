package dev.sluice.testkit.contract;

/** One row of the guarantee table: something that happens to a worker, and what may come of it. */
public enum Cell {
  /** A stop whose time is enough. */
  DRAIN_FITS("SIGTERM, the drain fits", "0"),
  /** A stop that ends what still runs. */
  DRAIN_CUT("SIGTERM, the drain is cut", "what was cut, since its last checkpoint"),
  /** The process is gone without a word. */
  KILLED("SIGKILL", "what ran or was not settled yet"),
  /** Workers join and leave while records keep coming. */
  SCALING("workers come and go under load", "0"),
  /** A lane moves to another worker while its work runs. */
  LANE_TAKEN("a lane is taken away", "0, when its running tries end in time"),
  /** The broker has given a living worker up. */
  LANE_LOST("lane, session or lease lost", "what ran in it or was not settled yet"),
  /** The broker goes and comes back. */
  BROKER_RESTARTED("broker restarted", "what ran or was not settled yet"),
  /** Nothing gets through for a while. */
  NETWORK_CUT("network cut and back", "what ran or was not settled yet"),
  /** A try fails. */
  HANDLER_FAILS("handler fails", "its chunk since its last checkpoint"),
  /** A try does not end in time. */
  PAST_LIMIT("handler past its limit", "its chunk since its last checkpoint"),
  /** A record that no try can do. */
  POISON("poison record", "tries of a neighbour: max(attempts, 2) + 2 * ceil(log2 n)"),
  /** The place for dead letters is away, too. */
  DEAD_LETTER_FAILS("dead letter can't be written", "what was tried with it"),
  /** What the handler writes to is away. */
  SINK_DOWN("sink down", "what was tried meanwhile"),
  /** A worker that stood still past its session comes back. */
  ZOMBIE("zombie", "what ran or was not settled yet");

  private final String event;
  private final String allowed;

  Cell(String event, String allowed) {
    this.event = event;
    this.allowed = allowed;
  }

  /** What happens, as the table says it. */
  public String event() {
    return event;
  }

  /** What may be handled twice, as the table says it. */
  public String allowed() {
    return allowed;
  }
}
