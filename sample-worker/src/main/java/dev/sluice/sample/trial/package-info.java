/** What the sample's handlers do only to be stopped, killed and counted while they do it. */
package dev.sluice.sample.trial;
