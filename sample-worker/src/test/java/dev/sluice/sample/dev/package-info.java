/** The packaged development worker: one process to start, and nothing left when it has ended. */
package dev.sluice.sample.dev;
