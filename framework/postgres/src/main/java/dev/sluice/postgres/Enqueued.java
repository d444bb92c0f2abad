package dev.sluice.postgres;

/**
 * What became of a {@link Job} that was given to {@link Jobs#enqueue}.
 *
 * @param id of the job in the table
 * @param duplicate whether a live job had its unique key already; the id is that job's, and nothing
 *     was put into the table
 */
public record Enqueued(long id, boolean duplicate) {}
