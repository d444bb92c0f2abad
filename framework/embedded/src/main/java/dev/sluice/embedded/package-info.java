/**
 * Real servers for tests and for the development jar, without a container engine: small interfaces
 * and the exception they share. Never part of a production jar.
 */
package dev.sluice.embedded;
