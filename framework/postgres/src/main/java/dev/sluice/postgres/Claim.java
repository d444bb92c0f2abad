package dev.sluice.postgres;

/**
 * A job that is ours until its token is not the last one any more.
 *
 * @param id its row
 * @param token of the claim; also its position in the lane
 */
record Claim(long id, long token) {}
