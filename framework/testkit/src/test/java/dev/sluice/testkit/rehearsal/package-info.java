/** Rehearsals of handlers that keep their promises, and of handlers that break one each. */
package dev.sluice.testkit.rehearsal;
