/** Shutdown timers inside well-known applications. */
package dev.sluice.audit.timers;
