/** A worker whose handlers do not do what one would wish. Started as a process by tests. */
package dev.sluice.sample.stubborn;
