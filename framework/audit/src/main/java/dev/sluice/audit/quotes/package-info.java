/** Figures quoted in documents. */
package dev.sluice.audit.quotes;
