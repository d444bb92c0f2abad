/**
 * The sample with a broker and a database of its own, for trying it on a bare machine. Not in the
 * production jar.
 */
package dev.sluice.sample.dev;
