package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** How a stop ended. */
final class Ending {
  private Ending() {}

  /** It ended by itself: reported, closed, with books that add up. */
  static void assertEnded(EngineRig rig, String outcome, int exitCode) {
    assertThat(rig.exitCode()).isEqualTo(exitCode);
    JsonNode report = rig.report();
    assertThat(report.get("outcome").asText()).isEqualTo(outcome);
    assertThat(report.get("exitCode").asInt()).isEqualTo(exitCode);
    assertThat(report.get("records").get("unaccounted").asLong()).isZero();
    assertThat(rig.source.closed()).isTrue();
    assertThat(rig.halts).as("the deadline had no part in it").isEmpty();
  }
}
