/** What a stop promises, held against the packaged worker as a process. */
package dev.sluice.sample.stop;
