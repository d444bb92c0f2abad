/**
 * Jobs of a table in Postgres: Sluice beside a loop written by hand and beside other libraries, and
 * what a claim takes of a table that is full. Run with {@code scripts/bench}.
 */
package dev.sluice.benchmarks.jobs;
