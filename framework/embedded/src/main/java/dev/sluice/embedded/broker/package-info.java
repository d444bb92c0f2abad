/**
 * What runs inside the broker's JVM; the only code that sees the broker's own classes. It is copied
 * out of this module and started on a class path of its own.
 */
package dev.sluice.embedded.broker;
