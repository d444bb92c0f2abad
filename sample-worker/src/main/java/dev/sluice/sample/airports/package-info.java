/** The pipeline {@code airport-import}: a job names a CSV file, whose rows become airports. */
package dev.sluice.sample.airports;
