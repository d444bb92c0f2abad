/**
 * How a worker and a lane stop, as pure state machines: states are records, transitions are methods
 * on the state that allows them, effects are what the shell must do. Plain Java, no clock, no I/O.
 */
package dev.sluice.drain;
