/**
 * Postgres as a service of handlers: a pool that is proven before the first record is taken, and
 * the migrations of a handler's own tables.
 */
package dev.sluice.postgres;
