package dev.sluice.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneStateTest {

  private static LaneState state(String name) {
    return switch (name) {
      case "open" -> new LaneState.Open();
      case "revoking" -> new LaneState.Revoking();
      case "halted" -> new LaneState.Halted("a");
      case "halted again" -> new LaneState.Halted("b");
      case "released" -> new LaneState.Gone(true);
      case "lost" -> new LaneState.Gone(false);
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest(name = "{0} + {1} = {2}")
  @CsvSource({
    "open,     revoke,  revoking",
    "open,     release, released",
    "open,     lose,    lost",
    "open,     halt,    halted again",
    "revoking, revoke,  revoking",
    "revoking, release, released",
    "revoking, lose,    lost",
    "revoking, halt,    revoking",
    "halted,   revoke,  revoking",
    "halted,   release, released",
    "halted,   lose,    lost",
    "halted,   halt,    halted",
    "released, revoke,  released",
    "released, release, released",
    "released, lose,    released",
    "released, halt,    released",
    "lost,     revoke,  lost",
    "lost,     release, lost",
    "lost,     lose,    lost",
    "lost,     halt,    lost",
  })
  void everyCellIsAsWrittenDown(String from, String call, String to) {
    LaneState next =
        Machines.laneCalls().stream()
            .filter(known -> known.name().equals(call))
            .findFirst()
            .orElseThrow()
            .on()
            .apply(state(from));

    assertThat(next).isEqualTo(state(to));
  }

  @ParameterizedTest(name = "{0}: may start {1}, may settle {2}")
  @CsvSource({
    "open,     true,  true",
    "revoking, false, true",
    "halted,   false, true",
    "released, false, false",
    "lost,     false, false",
  })
  void onlyAnOpenLaneStartsTriesAndOnlyALaneThatIsOursSettles(
      String name, boolean mayStart, boolean maySettle) {
    assertThat(state(name).mayStart()).isEqualTo(mayStart);
    assertThat(state(name).maySettle()).isEqualTo(maySettle);
  }

  @Test
  void theSamplesCoverEveryState() {
    assertThat(Machines.laneStates().stream().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(
            Arrays.stream(LaneState.class.getPermittedSubclasses()).collect(Collectors.toSet()));
  }
}
