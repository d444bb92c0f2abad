/**
 * The arithmetic of the shutdown chain: from the limits a handler declares, over the worker's own
 * deadline and a supervisor's wait, to the pod's grace period and the node's patience.
 *
 * <p>Plain JDK, immutable, no clock and no I/O: everything here may be called from any thread,
 * event loops included. Outside the JVM the figures are whole seconds, each input rounded up before
 * it is added; the JVM enforces the exact ones.
 */
package dev.sluice.chain;
