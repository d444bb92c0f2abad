package dev.sluice.health;

/**
 * The worker as the management server sees it. Called on the management server's event loop, often
 * and at any time of the worker's life; must not block and must answer from memory, also when the
 * worker's own event loop is stuck.
 */
public interface WorkerStatus {

  /** True once the services and the source were opened. Never turns false again. */
  Check started();

  /**
   * True while the worker takes work: started, not draining, no lane stopped. A broker that goes
   * away later does not change it.
   */
  Check ready();

  /**
   * False only when a restart would help: a try that has not ended by limit + commit, a dead
   * thread, a blocked event loop. Idle, draining and backing off are alive.
   */
  Check live();

  /** Everything else there is to know at this moment. */
  StatusReport status();
}
