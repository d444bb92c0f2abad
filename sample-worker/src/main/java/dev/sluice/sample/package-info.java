/** Sluice's sample worker. */
package dev.sluice.sample;
