/** What the packaged worker says and does between its start and its first record. */
package dev.sluice.sample.start;
