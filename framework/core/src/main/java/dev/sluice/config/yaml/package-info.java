/**
 * YAML as text with line numbers: no types are guessed, nothing is constructed, and everything a
 * configuration file has no use for (aliases, tags, several documents) is refused.
 */
package dev.sluice.config.yaml;
