/**
 * The command line of every worker jar: {@code run}, {@code describe}, {@code chain}. The only
 * place beside the deadline thread that ends the process.
 */
package dev.sluice.cli;
