/**
 * What an adapter implements and what it may call: sources, services and the engine's side of the
 * conversation. Adapters see {@code api}, {@code spi}, {@code config} and {@code time}, never the
 * runtime and never each other.
 */
package dev.sluice.spi;
