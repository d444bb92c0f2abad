package dev.sluice.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * How a supervisord stops its programs, if each takes all of its need and nothing outside cuts the
 * stop: groups one after the other, the programs of a group together. supervisord looks every
 * second, so it notices the end of a group up to a second late; only then the next one gets its
 * signal. All figures are seconds from supervisord's log line {@code received SIGTERM}; that line
 * itself comes up to a second after the signal.
 *
 * @param programs in stop order
 * @param soonest when supervisord is gone, if it notices each end at once
 * @param latest when it is gone, if it notices each end a second late
 */
public record SupervisorStop(List<ProgramStop> programs, long soonest, long latest) {

  /** Copies the programs. */
  public SupervisorStop {
    programs = List.copyOf(programs);
  }

  /**
   * How one program ends.
   *
   * @param program which
   * @param killed true when its need is longer than its wait
   * @param soonest when it ends or is killed, if supervisord notices each end before at once
   * @param latest the same, if it notices each end before a second late
   */
  public record ProgramStop(StopProgram program, boolean killed, long soonest, long latest) {}

  /** The stop of a pod's programs. */
  public static SupervisorStop of(PodStop pod) {
    List<ProgramStop> programs = new ArrayList<>();
    long before = 0;
    long noticed = 0;
    for (StopGroup group : pod.groups()) {
      long longest = 0;
      for (StopProgram program : group.programs()) {
        long takes = Math.min(program.needed(), program.effectiveWait());
        longest = Math.max(longest, takes);
        programs.add(
            new ProgramStop(
                program,
                program.needed() > program.effectiveWait(),
                before + takes,
                before + noticed + takes));
      }
      before += longest;
      noticed++;
    }
    return new SupervisorStop(programs, before, before + noticed);
  }
}
