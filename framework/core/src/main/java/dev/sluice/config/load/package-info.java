/**
 * Reads {@code pipeline.yaml}: which adapters there are, which limits hold, what the chain is, and
 * the file completed with what the code declares.
 */
package dev.sluice.config.load;
