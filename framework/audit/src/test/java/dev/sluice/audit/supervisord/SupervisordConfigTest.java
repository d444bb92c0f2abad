package dev.sluice.audit.supervisord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the audit says beyond what supervisord does: places, remarks, what is unknown. */
class SupervisordConfigTest {
  private static final String HEAD = "[supervisord]\n[program:a]\ncommand=run\n";

  @Test
  void figuresHaveTheirPlaces() {
    SourceText inConfigMap =
        new SourceText(
            "/etc/app.conf",
            "[supervisord]\n[program:a]\ncommand=run\n  --fast\nstopwaitsecs=90\n",
            new Position("deploy.yaml", 40, 5),
            true);
    SupervisedProgram program =
        SupervisordConfig.read(inConfigMap, glob -> List.of()).groups().get(0).programs().get(0);

    assertThat(program.at()).hasToString("deploy.yaml:41");
    assertThat(program.stopwait().at()).hasToString("Optional[deploy.yaml:44]");
    assertThat(program.command().get(1).at()).hasToString("deploy.yaml:43");
  }

  @Test
  void theDefaultIsADefault() {
    assertThat(program(HEAD).stopwait().isDefault()).isTrue();
    assertThat(program(HEAD).stopwait().value()).contains(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({
    "stopwaitsec, stopwaitsecs",
    "stopwait_secs, stopwaitsecs",
    "stop_timeout, stopwaitsecs",
    "stopwiatsecs, stopwaitsecs",
    "stopsignl, stopsignal",
    "stopsasgroup, stopasgroup"
  })
  void aMistypedKeyIsNamedWithTheOneThatWasMeant(String written, String meant) {
    Remark remark = only(HEAD + written + "=90\n");

    assertThat(remark.check()).isEqualTo(Check.UNKNOWN_KEY);
    assertThat(remark.level()).isEqualTo(Level.ERROR);
    assertThat(remark.program()).contains("a");
    assertThat(remark.at()).hasToString("s.conf:4");
    assertThat(remark.message()).contains(written).contains("did you mean " + meant);
    assertThat(remark.message()).contains("The default of ").endsWith(" holds");
    assertThat(remark.changes()).containsExactly(Change.set("write " + meant + "=90"));
  }

  @Test
  void whatHoldsIsTheKeyThatIsSet() {
    assertThat(only(HEAD + "stopwaitsec=90\nstopwaitsecs=60\n").message())
        .endsWith("stopwaitsecs=60 holds");
  }

  @Test
  void aKeyThatNothingIsLikeWeighsLittle() {
    Remark remark = only(HEAD + "description=text\n");

    assertThat(remark.level()).isEqualTo(Level.NOTE);
    assertThat(remark.message()).doesNotContain("did you mean");
  }

  @Test
  void aWaitOnAGroupIsIgnored() {
    Remark remark = only(HEAD + "[group:g]\nprograms=a\nstopwaitsecs=90\n");

    assertThat(remark.check()).isEqualTo(Check.UNKNOWN_KEY);
    assertThat(remark.level()).isEqualTo(Level.ERROR);
    assertThat(remark.at()).hasToString("s.conf:6");
    assertThat(remark.message()).contains("[group:g] stopwaitsecs").contains("default of 10 s");
  }

  @ParameterizedTest
  @CsvSource({"programme:x, [program:x]", "Program:x, [program:x]", "groups:x, [group:x]"})
  void aMistypedSectionIsNamed(String section, String meant) {
    Remark remark = only(HEAD + "[" + section + "]\ncommand=x\n");

    assertThat(remark.check()).isEqualTo(Check.UNKNOWN_KEY);
    assertThat(remark.at()).hasToString("s.conf:4");
    assertThat(remark.message()).contains("[" + section + "]").contains("did you mean " + meant);
  }

  @Test
  void aSectionOfSomebodyElseIsNoRemark() {
    assertThat(read(HEAD + "[superlance:x]\nlimit=3\n").remarks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "stopwaitsecs=90s, write stopwaitsecs=90: whole seconds without a unit",
    "stopwaitsecs=5m, write stopwaitsecs=300: whole seconds without a unit",
    "stopwaitsecs=5.5, write stopwaitsecs=6: whole seconds without a unit",
    "stopwaitsecs=long, 'write whole seconds without a unit, for example stopwaitsecs=10'",
    "stopsignal=TERMINATE, 'write stopsignal=TERM, or another name or number of kill -l'",
    "stopasgroup=yep, write stopasgroup=true or stopasgroup=false"
  })
  void aRefusedValueIsNamedWithItsFix(String line, String fix) {
    Remark remark = only(HEAD + line + "\n");

    assertThat(remark.check()).isEqualTo(Check.INVALID_VALUE);
    assertThat(remark.message()).contains(line).endsWith("supervisord does not start with it");
    assertThat(remark.changes()).containsExactly(Change.set(fix));
  }

  @Test
  void aRefusedWaitIsUnknown() {
    assertThat(read(HEAD + "stopwaitsecs=90s\n").groups().get(0).programs().get(0).stopwait())
        .satisfies(it -> assertThat(it.value()).isEmpty());
  }

  @Test
  void aVariableThatWasNotReadIsUnknown() {
    String text = HEAD + "stopwaitsecs=%(ENV_WAIT)s\nenvironment=A=\"%(ENV_X)s\",B=2\n";

    assertThat(program(text).stopwait().value()).isEmpty();
    assertThat(program(text).stopwait().origin().text()).contains("%(ENV_WAIT)s", "s.conf:4");
    assertThat(program(text).variables())
        .extracting(EnvVariable::value)
        .containsExactly(Optional.empty(), Optional.of("2"));
    assertThat(read(text).remarks()).isEmpty();
  }

  @Test
  void aVariableFromASecretIsUnknown() {
    EnvVariable secret = new EnvVariable("WAIT", Optional.empty(), new Position("d.yaml", 1, 1));
    SourceText main = SourceText.file("s.conf", HEAD + "stopwaitsecs=%(ENV_WAIT)s\n");

    assertThat(
            SupervisordConfig.read(main, glob -> List.of(), List.of(secret))
                .groups()
                .get(0)
                .programs()
                .get(0)
                .stopwait()
                .value())
        .isEmpty();
  }

  @Test
  void anUnknownValueThatIsNoFigureIsARemark() {
    Remark remark = only(HEAD + "stopsignal=%(ENV_SIGNAL)s\n");

    assertThat(remark.check()).isEqualTo(Check.UNKNOWN);
    assertThat(remark.message()).contains("stopsignal=%(ENV_SIGNAL)s", "default of TERM");
  }

  @Test
  void anUnreadIncludeIsUnknown() {
    Remark remark = only(HEAD + "[include]\nfiles=conf.d/*.conf\n");

    assertThat(remark.check()).isEqualTo(Check.UNKNOWN);
    assertThat(remark.message()).contains("conf.d/*.conf");
  }

  @Test
  void aHugeWaitHasNoLimit() {
    assertThat(program(HEAD + "stopwaitsecs=99999999999999999999\n").stopwait().text())
        .isEqualTo("no limit");
  }

  @Test
  void hostileFilesAreReadInLinearTime() {
    String lines = "x=%(ENV_A)s y\n".repeat(20_000) + " more\n".repeat(100_000);
    String sections = "[programme:x]\n[program:y]\n".repeat(20_000) + "[".repeat(100_000);
    String formats = "command=" + "%(here)s".repeat(50_000) + "\n";
    String copies = "numprocs=2147483647\nprocess_name=%(process_num)d\n";

    assertThat(read(HEAD + copies + lines + sections + "\n" + HEAD + formats).groups())
        .isNotEmpty();
  }

  @Test
  void aSmallFileCannotAskForEndlessPrograms() {
    StringBuilder text = new StringBuilder("[supervisord]\nenvironment=");
    for (int i = 0; i < 5_000; i++) {
      text.append("V").append(i).append("=1,");
    }
    text.append("\n[program:a]\ncommand=").append("x ".repeat(50_000)).append('\n');
    for (int i = 0; i < 20_000; i++) {
      text.append("[group:g").append(i).append("]\nprograms=a\n");
    }
    SupervisordConfig config = read(text.toString());

    assertThat(config.groups()).hasSizeBetween(1, 1_000);
    assertThat(config.remarks())
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("too large"));
  }

  private static SupervisordConfig read(String text) {
    return SupervisordConfig.read(SourceText.file("s.conf", text), glob -> List.of());
  }

  private static SupervisedProgram program(String text) {
    return read(text).groups().get(0).programs().get(0);
  }

  private static Remark only(String text) {
    assertThat(read(text).remarks()).hasSize(1);
    return read(text).remarks().get(0);
  }
}
