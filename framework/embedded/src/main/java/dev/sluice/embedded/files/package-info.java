/** Where the servers' programs and data lie on disk. */
package dev.sluice.embedded.files;
