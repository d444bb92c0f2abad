/**
 * What a jar on the class path implements to add a command to the worker's command line. It sees
 * the configuration and the handler, never the command line itself.
 */
package dev.sluice.command;
