package dev.sluice.audit.assembly;

import java.util.List;

/**
 * A layer that was not read.
 *
 * @param what for example {@code kubelet shutdownGracePeriod}
 * @param whereToLook what a person does to find it
 */
public record Unseen(String what, String whereToLook) {
  /** What stands in no file of a workload and can end it all the same. */
  public static final List<Unseen> OUTSIDE =
      List.of(
          new Unseen(
              "the kubelet's own shutdown (shutdownGracePeriod)",
              "kubectl get --raw /api/v1/nodes/NODE/proxy/configz; then --node-limit"),
          new Unseen(
              "a node termination handler, an autoscaler's or a spot reclaim's notice",
              "ask who runs the nodes; then --node-limit or --node-profile"),
          new Unseen(
              "kubectl drain or delete with --grace-period",
              "runbooks and scripts of those who drain; deletionGracePeriodSeconds of a pod shows it"),
          new Unseen(
              "forced deletes (--force --grace-period=0) and lost nodes",
              "nothing bounds them: work must survive a kill at any moment"));

  /** What it is, without what was taken in its place. */
  public String subject() {
    int taken = what.indexOf(" (taken: ");
    return taken < 0 ? what : what.substring(0, taken);
  }
}
