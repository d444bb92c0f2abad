/** The pipeline {@code flights}: flight records into a table and its daily figures per route. */
package dev.sluice.sample.flights;
