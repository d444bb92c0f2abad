/** Kubernetes objects as far as a stop depends on them. */
package dev.sluice.audit.kubernetes;
