/** The words of the audit: figures and where they come from, checks and findings. */
package dev.sluice.audit.model;
