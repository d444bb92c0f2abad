package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.chain.SupervisorStop.ProgramStop;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SupervisorStopTest {

  @Test
  void groupsStopOneAfterTheOther() {
    SupervisorStop stop = stop(group(job("b", 5, 60)), group(job("a", 5, 60)));

    assertThat(stop.programs()).extracting(ProgramStop::soonest).containsExactly(5L, 10L);
    assertThat(stop.programs()).extracting(ProgramStop::latest).containsExactly(5L, 11L);
    assertThat(stop.programs()).allMatch(ProgramStop::killed);
    assertThat(stop.soonest()).isEqualTo(10);
    assertThat(stop.latest()).isEqualTo(12);
  }

  @Test
  void programsOfAGroupStopTogetherEachAtItsOwnWait() {
    SupervisorStop stop = stop(group(job("a", 2, 60), job("b", 4, 60)));

    assertThat(stop.programs()).extracting(ProgramStop::latest).containsExactly(2L, 4L);
    assertThat(stop.soonest()).isEqualTo(4);
    assertThat(stop.latest()).isEqualTo(5);
  }

  @Test
  void aProgramThatNeedsLessThanItsWaitEndsByItself() {
    SupervisorStop stop = stop(group(job("quick", 300, 3)), group(job("exact", 4, 4)));

    assertThat(stop.programs()).noneMatch(ProgramStop::killed);
    assertThat(stop.programs()).extracting(ProgramStop::soonest).containsExactly(3L, 7L);
    assertThat(stop.programs()).extracting(ProgramStop::latest).containsExactly(3L, 8L);
  }

  @Test
  void theDefaultHoldsWhereNoWaitIsSet() {
    SupervisorStop stop = stop(group(StopProgram.job("a", OptionalLong.empty(), 60)));

    assertThat(stop.programs().get(0).latest()).isEqualTo(10);
    assertThat(stop.latest()).isEqualTo(11);
  }

  @Test
  void itIsNeverLongerThanWhatThePodIsToldToGive() {
    PodStop pod = pod(group(job("a", 5, 60)), group(job("b", 7, 60), job("c", 3, 60)));

    assertThat(SupervisorStop.of(pod).latest()).isLessThan(pod.sum().needed());
  }

  private static SupervisorStop stop(StopGroup... groups) {
    return SupervisorStop.of(pod(groups));
  }

  private static PodStop pod(StopGroup... groups) {
    return new PodStop(OptionalLong.of(300), 0, Optional.empty(), true, List.of(groups));
  }

  private static StopGroup group(StopProgram... programs) {
    return new StopGroup(programs[0].name(), Arrays.asList(programs));
  }

  private static StopProgram job(String name, long wait, long need) {
    return StopProgram.job(name, OptionalLong.of(wait), need);
  }
}
