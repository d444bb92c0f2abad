package dev.sluice.sample.flights;

import java.time.LocalDateTime;

/**
 * One flight.
 *
 * @param id unique
 * @param departure local time at the origin
 * @param delay minutes late, negative when early
 * @param distance miles
 * @param origin airport code
 * @param destination airport code
 */
public record Flight(
    long id, LocalDateTime departure, int delay, int distance, String origin, String destination) {}
