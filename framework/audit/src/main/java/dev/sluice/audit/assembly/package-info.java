/** Puts what was read together: each program with its window. */
package dev.sluice.audit.assembly;
