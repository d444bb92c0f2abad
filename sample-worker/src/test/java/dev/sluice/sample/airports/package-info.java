/** Reading files of airports. */
package dev.sluice.sample.airports;
