/**
 * From the YAML tree to settings records: placeholders, types, bounds, defaults, and one problem
 * per mistake.
 */
package dev.sluice.config.bind;
