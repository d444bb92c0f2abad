/** The command line. */
package dev.sluice.audit.cli;
