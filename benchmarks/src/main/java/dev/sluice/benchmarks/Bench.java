package dev.sluice.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs benchmarks and writes their figures: {@code [--quick] [--only NAME]... COMMIT DIRECTORY
 * PAGE}. Progress goes to the error stream, the figures to the output, the first line naming them
 * all. A full run writes them as JSON and Markdown into the directory and into the page of the
 * documentation; a quick one into files of its own, whose names begin with {@code quick}.
 */
public final class Bench {
  private static final String QUICK = "--quick";
  private static final String ONLY = "--only";

  private Bench() {}

  /**
   * Runs everything, or what is named.
   *
   * @param args as above
   * @throws Exception when a benchmark failed
   */
  public static void main(String[] args) throws Exception {
    boolean quick = false;
    List<String> only = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(QUICK)) {
        quick = true;
      } else if (args[i].equals(ONLY) && i + 1 < args.length) {
        i++;
        only.add(args[i]);
      } else {
        rest.add(args[i]);
      }
    }
    List<String> all = Part.allNames();
    only.stream().filter(name -> !all.contains(name)).findFirst().ifPresent(Bench::refuse);
    if (rest.size() != 3) {
      throw new IllegalArgumentException(
          "expected [--quick] [--only NAME]... COMMIT DIRECTORY PAGE, but got: "
              + Arrays.toString(args));
    }
    PrintStream out = System.out;
    System.setOut(System.err);
    Part.Order order = new Part.Order(quick, only.isEmpty() ? all : only, rest.get(0));
    Path directory = Files.createDirectories(Path.of(rest.get(1)));
    for (Part part : Part.values()) {
      if (part.asked(order)) {
        write(out, part.measure(order, directory), quick, directory, Path.of(rest.get(2)));
      }
    }
  }

  private static void refuse(String name) {
    System.err.println(
        "unknown benchmark '" + name + "'; there are " + String.join(", ", Part.allNames()));
    System.exit(2);
  }

  private static void write(
      PrintStream out, Part.Result result, boolean quick, Path directory, Path page)
      throws IOException {
    String name = (quick ? "quick-" : "") + result.name();
    write(directory.resolve(name + ".json"), result.json());
    write(directory.resolve(name + ".md"), result.table());
    if (!quick) {
      String before = Files.readString(page, StandardCharsets.UTF_8);
      write(page, FiguresPage.of(result.name()).with(before, result.table()));
    }
    out.println(result.line());
    out.println();
    out.print(result.table());
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
