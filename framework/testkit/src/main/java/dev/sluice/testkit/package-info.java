/**
 * What tests of workers and of sources are made with: a loop that is turned by hand, a clock and
 * timers that stand still, a source with a broker in memory, and a harness that runs the real
 * engine on them without a thread of its own.
 */
package dev.sluice.testkit;
