/** supervisord's configuration, understood as supervisord does. */
package dev.sluice.audit.supervisord;
