/**
 * Child processes that outlive neither their owner nor their welcome: sessions of their own, pid
 * files that survive recycled pids, locks on data directories.
 */
package dev.sluice.embedded.process;
