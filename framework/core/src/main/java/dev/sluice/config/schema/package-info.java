/**
 * {@code pipeline.yaml} as a JSON Schema for editors, from the same records and annotations that
 * the file is bound to.
 */
package dev.sluice.config.schema;
