/** Which layer ended a worker, from what it left behind. */
package dev.sluice.audit.diagnose;
