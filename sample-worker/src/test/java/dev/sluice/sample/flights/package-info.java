/** Tests of the pipeline {@code flights} that need neither broker nor database. */
package dev.sluice.sample.flights;
