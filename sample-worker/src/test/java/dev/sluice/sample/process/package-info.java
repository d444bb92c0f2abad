/** A packaged worker as a child process: how it is started, watched, signalled and ended. */
package dev.sluice.sample.process;
