package dev.sluice.audit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that are made to harm: each is answered within 10 s by a JVM of 256 MB. The time is that of
 * the processor, so that a busy machine fails nothing.
 */
class HostileInputTest {
  private static final int MIB = 1 << 20;

  @TempDir Path dir;

  /** Writes a file. */
  private interface Content {
    void writeTo(Writer out) throws IOException;
  }

  static Stream<Arguments> files() {
    return Stream.of(
        hostile("laughs", HostileInputTest::laughs, "aliases expand to more than 524,288 values"),
        hostile("merges", HostileInputTest::merges, "aliases expand to more than"),
        hostile("deep flow", repeat("[", 100_000), "nested deeper than 200 levels"),
        hostile("deep braces", repeat("{a: ", 100_000), "nested deeper than 200 levels"),
        hostile("deep json", repeat("{\"a\":", 100_000), "nested deeper than 200 levels"),
        hostile("deep list", repeat("- ", 100_000), "nested deeper than 200 levels"),
        hostile("deep keys", repeat("? ", 100_000), "nested deeper than 200 levels"),
        hostile("deep block", HostileInputTest::block, "nested deeper than 200 levels"),
        hostile(
            "200 MiB",
            repeat("key: a value of some length\n", 200 * MIB / 28),
            "is larger than 32 MiB"),
        hostile("long word", repeat("x", 50 * MIB), "is larger than 32 MiB"),
        hostile("word", repeat("x", 30 * MIB), "longer than 4 MiB"),
        hostile("words", repeat("x ", 15 * MIB), "longer than 4 MiB"),
        hostile("comment", repeat("# x", 10 * MIB), "trees 0, problems 0"),
        hostile("long key", repeat("x: ", 10 * MIB), "is not valid YAML"),
        hostile("spaces", repeat(" ", 30 * MIB), "longer than 4 MiB"),
        hostile("quoted", repeat("\"x", 15 * MIB), "longer than 4 MiB"),
        hostile("one line of values", repeat("[1,2],", 5 * MIB), "is not valid JSON"),
        hostile("one line of json", HostileInputTest::jsonLine, "more than 524,288 keys"),
        hostile("lines of 3 MiB", HostileInputTest::longLines, "trees 1"),
        hostile(
            "letters beyond Latin",
            repeat("k: \"\u4e2d\u4e2d\u4e2d\u4e2d\"\n", MIB),
            "more than 524,288"),
        hostile("documents", repeat("---\na: 1\n", 100_000), "trees 100000"),
        hostile("broken documents", repeat("---\na: [\n", 100_000), "trees 0, problems 22"),
        hostile("empty documents", repeat("---\n", 8 * MIB), "trees 0"),
        hostile("short documents", repeat("--- a\n", 5 * MIB), "trees 131073"),
        hostile("keys", HostileInputTest::keys, "more than 524,288 keys and values"),
        hostile("equal hashes", HostileInputTest::equalHashes, "trees 1"),
        hostile("anchors", repeat("- &a 1\n- *a\n", 200_000), "trees 1"),
        hostile("actions", repeat("{{", 15 * MIB), "looks like a Helm template"),
        hostile("NULs", repeat("\0", 30 * MIB), "zero bytes"),
        hostile("carriage returns", repeat("\r", 30 * MIB), "trees 0, problems 0"),
        hostile("tags", repeat("!", 30 * MIB), "longer than 4 MiB"),
        hostile("block", repeat("a: |\n" + "  x\n".repeat(500_000), 15), "trees 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void isAnsweredInTime(String name, Content content, String expected) throws Exception {
    Path file = dir.resolve("file");
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      content.writeTo(out);
    }
    Path answer = dir.resolve("answer");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                HostileMain.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(answer.toFile())
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("answered at all").isTrue();
      String text = Files.readString(answer);
      assertThat(text).contains(expected).doesNotContain("Exception", "Error", "\tat ");
      assertThat(process.exitValue()).isZero();
      assertThat(text.lines()).as("one line of answer").hasSize(2);
      assertThat(Long.parseLong(text.lines().skip(1).findFirst().orElseThrow()))
          .as("milliseconds")
          .isLessThan(10_000);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Arguments hostile(String name, Content content, String expected) {
    return Arguments.of(name, content, expected);
  }

  private static Content repeat(String part, int times) {
    return out -> {
      for (int i = 0; i < times; i++) {
        out.write(part);
      }
    };
  }

  private static void laughs(Writer out) throws IOException {
    out.write("a0: &a0 [lol, lol]\n");
    for (int i = 1; i < 60; i++) {
      out.write("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ",").repeat(9) + "]\n");
    }
  }

  private static void merges(Writer out) throws IOException {
    out.write("a0: &a0 {x: 1, y: 2}\n");
    for (int i = 1; i < 60; i++) {
      String before = "*a" + (i - 1) + ", ";
      out.write("a" + i + ": &a" + i + " {<<: [" + before.repeat(9) + "]}\n");
    }
  }

  private static void block(Writer out) throws IOException {
    for (int depth = 0; depth < 5000; depth++) {
      out.write(" ".repeat(depth) + "a:\n");
    }
  }

  private static void jsonLine(Writer out) throws IOException {
    out.write("[");
    for (int i = 0; i < 2_000_000; i++) {
      out.write("{\"a\": \"b\"},");
    }
  }

  private static void longLines(Writer out) throws IOException {
    for (int i = 0; i < 10; i++) {
      out.write("k" + i + ": " + "x".repeat(3 * MIB) + "\n");
    }
  }

  private static void keys(Writer out) throws IOException {
    for (int i = 0; i < 1_000_000; i++) {
      out.write("key-" + i + ": " + i + "\n");
    }
  }

  // "Aa" and "BB" have one hash, and so has each text of as many of them.
  private static void equalHashes(Writer out) throws IOException {
    for (int i = 0; i < 1 << 17; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 17; bit++) {
        key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      out.write(key + ": 1\n");
    }
  }
}
