/** systemd's service units and time spans. */
package dev.sluice.audit.systemd;
