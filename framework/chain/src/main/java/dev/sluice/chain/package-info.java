/**
 * The arithmetic of the shutdown chain: from the limits a handler declares, over the worker's own
 * deadline and a supervisor's wait, to the pod's grace period and the node's patience.
 *
 * <p>Plain JDK, immutable, no clock and no I/O: everything here may be called from any thread,
 * event loops included. Outside the JVM the figures are whole seconds, each input rounded up before
 * it is added; the JVM enforces the exact ones.
 *
 * <p>Two parts have no caller inside the worker. They are a library for people who look after other
 * things than a Sluice worker:
 *
 * <ul>
 *   <li>{@link dev.sluice.chain.PodStop} with {@link dev.sluice.chain.StopGroup}, {@link
 *       dev.sluice.chain.StopProgram}, {@link dev.sluice.chain.RealWindow} and {@link
 *       dev.sluice.chain.PodSum} read the chain of any workload as it is configured, also one that
 *       nobody computed.
 *   <li>{@link dev.sluice.chain.ConsumerFigures}, all but {@code maxPollInterval}, which the Kafka
 *       source sets: the figures for those who set brokers, autoscalers and roll-outs by hand.
 * </ul>
 */
package dev.sluice.chain;
