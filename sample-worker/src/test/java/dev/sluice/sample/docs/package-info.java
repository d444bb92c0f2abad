/** Holds the documentation to the code: examples run, links lead somewhere, names exist. */
package dev.sluice.sample.docs;
