/**
 * The pure bookkeeping of lanes: what was received, what is done, what may be settled. Plain Java,
 * no clock, no I/O, no Vert.x; every class here belongs to one thread at a time.
 */
package dev.sluice.progress;
