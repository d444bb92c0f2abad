/** Finds and reads the files of an audit; the only package that opens any. */
package dev.sluice.audit.input;
