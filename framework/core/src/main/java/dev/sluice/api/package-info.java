/**
 * What a user of Sluice writes against: handlers, chunks, contexts, limits and decoders. Depends on
 * nothing else of the framework; of Vert.x only {@code Future} and {@code Buffer} appear here.
 */
package dev.sluice.api;
