package dev.sluice.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs everything and writes the figures: {@code [--quick] COMMIT DIRECTORY PAGE}. Progress goes to
 * the error stream, the figures to the output, the first line naming them all. A full run writes
 * them as {@code core.json} and {@code core.md} into the directory and into the page of the
 * documentation; a quick one as {@code quick.json} and {@code quick.md}.
 */
public final class Bench {
  private Bench() {}

  /**
   * Runs everything.
   *
   * @param args as above
   * @throws RunnerException when a benchmark failed
   */
  public static void main(String[] args) throws IOException, RunnerException {
    List<String> words = Arrays.asList(args);
    boolean quick = words.contains("--quick");
    List<String> rest = words.stream().filter(word -> !word.equals("--quick")).toList();
    if (rest.size() != 3) {
      throw new IllegalArgumentException(
          "expected [--quick] COMMIT DIRECTORY PAGE, but got: " + String.join(" ", args));
    }
    PrintStream out = System.out;
    System.setOut(System.err);
    Figures figures = measure(quick, rest.get(0));
    Path directory = Files.createDirectories(Path.of(rest.get(1)));
    String name = quick ? "quick" : "core";
    String table = FiguresTable.of(figures);
    write(directory.resolve(name + ".json"), figures.json());
    write(directory.resolve(name + ".md"), table);
    if (!quick) {
      Path page = Path.of(rest.get(2));
      write(page, FiguresPage.with(Files.readString(page, StandardCharsets.UTF_8), table));
    }
    out.println(FiguresTable.line(figures));
    out.println();
    out.print(table);
  }

  private static Figures measure(boolean quick, String commit) throws RunnerException {
    Machine machine = Machine.here(commit);
    Figures.Heap heap = KeysHeap.measure(KeysHeap.Scale.FULL);
    List<Figures.Throughput> throughput =
        CoreRun.run(quick ? CoreRun.Length.QUICK : CoreRun.Length.FULL);
    return new Figures(quick, machine, throughput, heap);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
