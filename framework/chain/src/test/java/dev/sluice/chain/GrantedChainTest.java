package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantedChainTest {
  /** need 120, window 140, stopwait 150, grace 150. */
  private static final Chain CHAIN =
      Chain.derive(
          ChainSpec.of(
              List.of(new TaskLimit("job", Duration.ofMinutes(2), Optional.empty())),
              ShutdownBudget.DEFAULT));

  @Test
  void nothingGrantedIsNothingChecked() {
    assertThat(GrantedChain.fromEnvironment(Map.of("PATH", "/bin"))).isEqualTo(GrantedChain.NONE);
    assertThat(GrantedChain.NONE.check(CHAIN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"150,true", "149,false", "0,false", "3000,true"})
  void anUnsupervisedGraceMustHoldPreStopWindowAndMargin(String grace, boolean enough) {
    assertThat(check(Map.of("SLUICE_GRACE_PERIOD_SECONDS", grace)).isEmpty()).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({"180,true", "179,false"})
  void aGrantedPreStopIsAddedInsteadOfTheDeclaredOne(String grace, boolean enough) {
    Map<String, String> environment =
        Map.of("SLUICE_GRACE_PERIOD_SECONDS", grace, "SLUICE_PRE_STOP_SECONDS", "30");

    assertThat(check(environment).isEmpty()).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({"150,160,true", "149,160,false", "150,159,false", "200,210,true", "200,209,false"})
  void aSupervisedWorkerNeedsItsStopwaitAndAGraceAroundIt(
      String stopwait, String grace, boolean enough) {
    Map<String, String> environment =
        Map.of("SLUICE_STOPWAIT_SECONDS", stopwait, "SLUICE_GRACE_PERIOD_SECONDS", grace);

    assertThat(check(environment).isEmpty()).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({"150,true", "149,false", "0,false"})
  void theNodeMustLeaveTheDerivedGrace(String limit, boolean enough) {
    assertThat(check(Map.of("SLUICE_NODE_LIMIT_SECONDS", limit)).isEmpty()).isEqualTo(enough);
  }

  @Test
  void aRefusalShowsTheSumTheBindingLinkAndTheWaysOut() {
    List<Finding> findings = check(Map.of("SLUICE_GRACE_PERIOD_SECONDS", "30"));

    assertThat(findings)
        .singleElement()
        .extracting(Finding::text)
        .isEqualTo(
            """
            the shutdown chain does not fit: SLUICE_GRACE_PERIOD_SECONDS 30 < 150
              sum: grace 150 = preStop 0 + window 140 (need 120 + commit 10 + close 10) + margin 10
              binding link: SLUICE_GRACE_PERIOD_SECONDS 30 s (granted by the deployment)
              ways out:
                - raise what SLUICE_GRACE_PERIOD_SECONDS stands for to 150 or more
                - no limit is small enough: lower what surrounds it (shutdown.preStop, commit, close, margin, other programs)\
            """);
  }

  @Test
  void aStopwaitBeyondTheNeedIsWhatHasToShrinkWhenThePodIsTooShort() {
    Map<String, String> environment =
        Map.of("SLUICE_STOPWAIT_SECONDS", "300", "SLUICE_GRACE_PERIOD_SECONDS", "200");

    assertThat(check(environment))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.details().get(0))
                  .startsWith("sum: grace 310 = preStop 0 + stopwait 300 + max(margin 10, 2); ");
              assertThat(finding.waysOut().get(1))
                  .isEqualTo(
                      "lower what SLUICE_STOPWAIT_SECONDS stands for; this program needs 150");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "150s", "-1", "1.5", "0150", " 150", "99999999999"})
  void aVariableThatIsNoWholeNumberIsRefusedNamingVariableValueAndFix(String text) {
    assertThatThrownBy(() -> GrantedChain.fromEnvironment(Map.of("SLUICE_STOPWAIT_SECONDS", text)))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessage(
            "SLUICE_STOPWAIT_SECONDS: \""
                + text
                + "\" is not a whole number of seconds; set it as the chart does, for example 150,"
                + " or unset it");
  }

  private static List<Finding> check(Map<String, String> environment) {
    return GrantedChain.fromEnvironment(environment).check(CHAIN);
  }
}
