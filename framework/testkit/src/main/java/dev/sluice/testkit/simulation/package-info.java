/**
 * A simulation that drives the real engine through random schedules: arrivals, ends of tries in any
 * order, time-outs, revokes, lost lanes, failed settles, stops, deadlines and deaths of the
 * process, all from one seed, and that checks what the framework promises after every step. It has
 * no threads in a schedule and reads no real time, so a seed always gives the same schedule.
 */
package dev.sluice.testkit.simulation;
