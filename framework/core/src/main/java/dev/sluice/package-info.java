/** The entry point of a worker jar: {@link dev.sluice.Worker}. */
package dev.sluice;
