/** What is started, and whether the stop signal reaches it. */
package dev.sluice.audit.launch;
