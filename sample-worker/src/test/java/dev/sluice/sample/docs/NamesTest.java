package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NamesTest {
  private static final Pattern NAME =
      Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.([A-Za-z][A-Za-z0-9]*))?");

  /** What others have named. */
  private static final Set<String> FOREIGN =
      Set.of(
          "KafkaConsumer",
          "Optional",
          "System",
          "ServiceLoader",
          "Duration",
          "Future",
          "Thread",
          "Pool",
          "UnsupportedOperationException",
          "TimeoutStopSec",
          "DefaultTimeoutStopSec",
          "KillMode",
          "KillSignal",
          "SendSIGKILL",
          "GracefulShutdownTimeout",
          "WorkerStopTimeout",
          "RollingUpdate");

  private static final Map<String, String> SOURCES = sources();

  static Stream<Path> pages() {
    return Checkout.pages().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyClassAndMethodThatIsNamedExists(Path page) {
    List<String> unknown = new ArrayList<>();
    for (String span : new Page(Checkout.read(page)).spans()) {
      Matcher name = NAME.matcher(span);
      if (name.matches() && !FOREIGN.contains(name.group(1)) && !exists(name)) {
        unknown.add(span);
      }
    }

    assertThat(unknown).isEmpty();
  }

  private static boolean exists(Matcher name) {
    String source = SOURCES.get(name.group(1));
    if (source == null) {
      return name.group(2) == null && isNested(name.group(1));
    }
    return name.group(2) == null
        || Pattern.compile("\\b" + name.group(2) + "\\b").matcher(source).find();
  }

  private static boolean isNested(String type) {
    Pattern declaration = Pattern.compile("\\b(?:class|record|interface|enum) " + type + "\\b");
    return SOURCES.values().stream().anyMatch(source -> declaration.matcher(source).find());
  }

  private static Map<String, String> sources() {
    Map<String, String> sources = new HashMap<>();
    for (Path file : Checkout.java()) {
      String name = file.getFileName().toString();
      sources.merge(
          name.substring(0, name.length() - ".java".length()),
          Checkout.read(file),
          (one, other) -> one + other);
    }
    return sources;
  }
}
