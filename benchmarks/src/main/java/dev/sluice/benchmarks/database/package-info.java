/** The database of a contest: where it is, and a look at it from beside. */
package dev.sluice.benchmarks.database;
