/**
 * The command {@code rehearse}: the jar's own handler on the real engine and a broker in memory,
 * stopped at the worst instants, with a verdict for each.
 */
package dev.sluice.testkit.rehearsal;
