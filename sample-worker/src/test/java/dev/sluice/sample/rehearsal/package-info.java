/** The production jar rehearses its own handler. */
package dev.sluice.sample.rehearsal;
