/** Tables, JSON, SARIF, baselines, comparisons. */
package dev.sluice.audit.report;
