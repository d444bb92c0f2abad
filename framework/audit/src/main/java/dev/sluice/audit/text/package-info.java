/** Documents with the place of each value; limits against hostile input. */
package dev.sluice.audit.text;
