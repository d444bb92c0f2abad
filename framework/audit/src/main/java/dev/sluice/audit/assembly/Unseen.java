package dev.sluice.audit.assembly;

/**
 * A layer that was not read.
 *
 * @param what for example {@code kubelet shutdownGracePeriod}
 * @param whereToLook what a person does to find it
 */
public record Unseen(String what, String whereToLook) {}
