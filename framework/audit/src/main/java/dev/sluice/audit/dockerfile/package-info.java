/** Dockerfiles: what an image starts and how. */
package dev.sluice.audit.dockerfile;
