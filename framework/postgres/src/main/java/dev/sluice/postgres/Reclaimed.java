package dev.sluice.postgres;

/**
 * Jobs whose claimant was gone.
 *
 * @param available may be claimed again
 * @param dead have used up their attempts
 * @param cancelled were to be cancelled
 */
record Reclaimed(int available, int dead, int cancelled) {}
