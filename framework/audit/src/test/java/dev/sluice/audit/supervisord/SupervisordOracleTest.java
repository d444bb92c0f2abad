package dev.sluice.audit.supervisord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Asks supervisord itself, once for all configurations. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SupervisordOracleTest {
  private static final int MADE = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path directory;
  private final List<Asked> asked = new ArrayList<>();

  private record Asked(OracleCase configuration, Path at, JsonNode answer) {
    @Override
    public String toString() {
      return configuration.name();
    }
  }

  @BeforeAll
  void askOnce() throws IOException, InterruptedException {
    List<OracleCase> cases = new ArrayList<>(OracleCase.read("accepted.txt"));
    cases.add(cases.get(cases.size() - 1).withCarriageReturns());
    cases.addAll(OracleCase.read("refused.txt"));
    RandomConfigurations random = new RandomConfigurations(7);
    for (int i = 0; i < MADE; i++) {
      cases.add(random.next(i));
    }
    Path script = directory.resolve("oracle.py");
    try (var in = getClass().getResourceAsStream("/supervisord/oracle.py")) {
      Files.copy(in, script);
    }
    List<String> command = new ArrayList<>(Supervisord.python());
    command.add(script.toString());
    for (int i = 0; i < cases.size(); i++) {
      Path at = Files.createDirectories(directory.resolve("" + i));
      cases.get(i).write(at);
      Files.writeString(
          at.resolve("env.json"), JSON.writeValueAsString(cases.get(i).environment()));
      command.add(at.toString());
    }
    Path answers = directory.resolve("answers");
    Process python =
        new ProcessBuilder(command)
            .redirectOutput(answers.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(python.waitFor()).isZero();
    List<String> lines = Files.readAllLines(answers);
    assertThat(lines).hasSameSizeAs(cases);
    for (int i = 0; i < cases.size(); i++) {
      asked.add(new Asked(cases.get(i), directory.resolve("" + i), JSON.readTree(lines.get(i))));
    }
  }

  Stream<Asked> all() {
    return asked.stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void understandsItAsSupervisordDoes(Asked one) {
    SupervisordConfig ours = one.configuration().read(one.at());
    List<String> refusals =
        ours.remarks().stream()
            .filter(remark -> remark.check() == Check.INVALID_VALUE)
            .map(Remark::message)
            .toList();
    if (one.answer().has("refused")) {
      assertThat(refusals).as("supervisord says %s", one.answer()).isNotEmpty();
    } else {
      assertThat(refusals).isEmpty();
      assertThat(plain(ours, one.answer().get("groups")).toPrettyString())
          .isEqualTo(one.answer().get("groups").toPrettyString());
    }
  }

  @Test
  void manyAreAcceptedAndManyRefused() {
    long refused = asked.stream().filter(it -> it.answer().has("refused")).count();
    assertThat(refused).isBetween(80L, asked.size() - 120L);
    assertThat(asked.size()).isGreaterThan(380);
  }

  private static ArrayNode plain(SupervisordConfig config, JsonNode theirs) {
    ArrayNode groups = JSON.createArrayNode();
    for (ProgramGroup group : config.groups()) {
      ObjectNode one = groups.addObject().put("name", group.name());
      one.put("priority", group.priority());
      ArrayNode programs = one.putArray("programs");
      for (SupervisedProgram program : group.programs()) {
        JsonNode same = theirs.path(groups.size() - 1).path("programs").path(programs.size());
        programs.add(plain(program, same));
      }
    }
    return groups;
  }

  private static ObjectNode plain(SupervisedProgram program, JsonNode theirs) {
    ObjectNode one = JSON.createObjectNode().put("name", program.name());
    one.put("copies", program.copies());
    ArrayNode words = one.putArray("command");
    program.command().stream().map(Word::text).forEach(words::add);
    if (words.toString().contains("%s")) {
      one.set("command", theirs.get("command")); // Python prints all names there.
    }
    one.put("wait", program.stopwait().value().orElseThrow().toSeconds());
    one.put("signal", Signals.number(program.stopSignal()).orElseThrow());
    one.put("stopasgroup", program.stopAsGroup());
    one.put("killasgroup", program.killAsGroup());
    ObjectNode environment = one.putObject("environment");
    for (EnvVariable variable : program.variables()) {
      environment.put(variable.name(), variable.value().orElseThrow());
    }
    return one;
  }
}
