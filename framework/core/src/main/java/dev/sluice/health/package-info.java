/**
 * What a running worker says over HTTP: three probes for Kubernetes and {@code /status} for people
 * and programs. Reads the worker through a port of its own, {@link dev.sluice.health.WorkerStatus}.
 */
package dev.sluice.health;
