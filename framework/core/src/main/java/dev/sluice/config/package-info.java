/**
 * The settings of a worker as immutable records, and what an adapter needs to declare its own:
 * {@link dev.sluice.config.Setting}, {@link dev.sluice.config.DataSize} and {@link
 * dev.sluice.config.InvalidSetting}. Reading the file is the business of {@code
 * dev.sluice.config.load}.
 */
package dev.sluice.config;
