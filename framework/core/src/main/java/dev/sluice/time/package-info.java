/**
 * The only package that reads real time. Everything else is given a {@link dev.sluice.time.Clock}.
 */
package dev.sluice.time;
