/** One class per kind of gap. */
package dev.sluice.audit.rules;
