/**
 * Effects that happen exactly once, held against the packaged worker as a process: with kills,
 * zombies, stops and a database that goes away.
 */
package dev.sluice.sample.once;
