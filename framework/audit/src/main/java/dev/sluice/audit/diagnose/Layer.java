package dev.sluice.audit.diagnose;

import java.util.Locale;

/** What can end a worker. */
public enum Layer {
  /** supervisord's stopwaitsecs, or that of another supervisor in the container. */
  SUPERVISOR("the supervisor's wait"),
  /** terminationGracePeriodSeconds. */
  POD_GRACE("the pod's grace period"),
  /** Another grace period than the pod's own, given with the deletion. */
  GRACE_OVERRIDE("a grace period given with the deletion"),
  /** What drains or takes away the node. */
  NODE_LIMIT("the node's limit"),
  /** The kubelet frees memory or disk. */
  NODE_PRESSURE("the kubelet's eviction under node pressure"),
  /** The kubelet's shutdown grace period. */
  NODE_SHUTDOWN("the kubelet's shutdown of the node"),
  /** A probe gave the container up. */
  PROBE("a failed probe"),
  /** Memory ran out. */
  MEMORY("the memory limit"),
  /** activeDeadlineSeconds. */
  ACTIVE_DEADLINE("activeDeadlineSeconds"),
  /** TimeoutStopSec. */
  SYSTEMD("systemd's TimeoutStopSec"),
  /** The worker's own deadline. */
  OWN_WINDOW("the worker's own window"),
  /** A time-out of the application or its framework: Sidekiq's, gunicorn's, Spring's. */
  APPLICATION_TIMER("the application's own timer"),
  /** A second signal forced the end. */
  SECOND_SIGNAL("a second stop signal"),
  /** The stop signal itself: nobody handled it. */
  STOP_SIGNAL("no time-out: SIGTERM itself ended it"),
  /** It ended by itself with an error. */
  OWN_EXIT("no layer: it ended by itself"),
  /** It ended in time. */
  NOTHING("nothing fired: it stopped in time"),
  /** Nobody knows. */
  UNKNOWN("unknown");

  private final String words;

  Layer(String words) {
    this.words = words;
  }

  /** Stable name in JSON: {@code pod-grace}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** True for what begins a stop and is the reason of the end, whatever the process makes of it. */
  boolean isReason() {
    return this == PROBE || this == ACTIVE_DEADLINE || this == NODE_PRESSURE;
  }

  /** True when the process ended without being killed. */
  boolean isOwnEnd() {
    return this == NOTHING || this == OWN_EXIT || this == STOP_SIGNAL;
  }

  /** As texts name it. */
  public String words() {
    return words;
  }
}
