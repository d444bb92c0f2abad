package dev.sluice.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.audit.model.Check;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of each finding: its words, and its examples, which are audited. */
class FindingPagesTest {
  private static final Path PAGES = Path.of("../../docs/audit");
  private static final Pattern MARK = Pattern.compile("<!-- (shows|silent):(.*) -->");
  private static final Pattern FILE =
      Pattern.compile("```[a-z]+ ([\\w./-]+)\\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  private record Example(
      Check check, boolean shows, List<String> options, Map<String, String> files) {
    @Override
    public String toString() {
      return check.id() + (shows ? " shown" : " not shown") + " with " + options;
    }
  }

  static Stream<Example> examples() {
    return Arrays.stream(Check.values()).flatMap(check -> examples(check).stream());
  }

  private static String page(Check check) {
    try {
      return Files.readString(PAGES.resolve(check.id() + ".md"));
    } catch (IOException e) {
      throw new AssertionError("no page for " + check.id(), e);
    }
  }

  private static List<Example> examples(Check check) {
    String page = page(check);
    List<Example> examples = new ArrayList<>();
    Matcher mark = MARK.matcher(page);
    int from = 0;
    while (mark.find(from)) {
      int end = page.indexOf("<!--", mark.end());
      String body = page.substring(mark.end(), end < 0 ? page.length() : end);
      Map<String, String> files = new LinkedHashMap<>();
      FILE.matcher(body).results().forEach(it -> files.put(it.group(1), it.group(2)));
      List<String> options =
          Arrays.stream(mark.group(2).trim().split(" ", -1)).filter(it -> !it.isEmpty()).toList();
      examples.add(new Example(check, mark.group(1).equals("shows"), options, files));
      from = mark.end();
    }
    return examples;
  }

  @ParameterizedTest
  @EnumSource
  void eachFindingHasAPageThatSaysItsWeightAndWhatFollows(Check check) {
    assertThat(page(check))
        .startsWith("# " + check.id() + "\n")
        .contains("**" + check.level().word() + "**: " + check.why())
        .contains("## Ways out");
    assertThat(examples(check)).extracting(Example::shows).contains(true, false);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExamplesShowWhatThePageSays(Example example) throws IOException {
    for (Map.Entry<String, String> file : example.files.entrySet()) {
      Files.writeString(directory.resolve(file.getKey()), file.getValue());
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(new ByteArrayInputStream(new byte[0]), stream(out), stream(err), false);

    int exit = SluiceAudit.run(terminal, arguments(example));

    JsonNode report = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exit).isLessThan(2);
    List<String> found = new ArrayList<>();
    report.findValues("check").forEach(it -> found.add(it.asText()));
    if (example.shows) {
      assertThat(found).contains(example.check.id());
    } else {
      assertThat(found).doesNotContain(example.check.id());
    }
  }

  private String[] arguments(Example example) {
    List<String> arguments = new ArrayList<>(List.of("--json"));
    boolean docs = false;
    for (String option : example.options) {
      boolean file = docs;
      docs = option.equals("--docs");
      String named = file ? directory.resolve(option).toString() : option;
      arguments.add(named.replace("=Dockerfile", "=" + directory.resolve("Dockerfile")));
    }
    arguments.add(directory.toString());
    return arguments.toArray(String[]::new);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
