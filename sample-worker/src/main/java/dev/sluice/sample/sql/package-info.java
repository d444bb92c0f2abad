/** SQL that lies beside the code. */
package dev.sluice.sample.sql;
