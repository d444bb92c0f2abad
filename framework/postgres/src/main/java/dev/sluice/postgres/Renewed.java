package dev.sluice.postgres;

import java.util.Set;

/**
 * The answer to a renewal.
 *
 * @param ours the tokens that nobody has taken
 * @param unwanted those of them whose jobs somebody wants to be cancelled
 */
record Renewed(Set<Long> ours, Set<Long> unwanted) {}
