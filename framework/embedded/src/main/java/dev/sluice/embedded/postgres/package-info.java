/** Postgres as a child process in its own session, as root and as an ordinary user. */
package dev.sluice.embedded.postgres;
