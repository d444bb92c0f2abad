package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Renders one chart through an installed {@code helm template}. Bounded in time and output. */
final class Chart {
  private static final String SOURCE = "# Source: ";
  private static final int ERROR_BYTES = 64 * 1024;

  private final Helm helm;
  private final Bounds bounds;
  private final Reading reading;

  Chart(Helm helm, Bounds bounds, Reading reading) {
    this.helm = helm;
    this.bounds = bounds;
    this.reading = reading;
  }

  /** True for the directory of a chart. */
  static boolean at(Path directory) {
    return Files.isRegularFile(directory.resolve("Chart.yaml"));
  }

  /** Adds the rendered objects, or the reason why there are none. */
  void render(Path directory, String name) {
    Process process;
    try {
      process = new ProcessBuilder(command(directory)).start();
    } catch (IOException e) {
      reading.problem(
          name,
          "is a Helm chart, and '"
              + helm.program()
              + "' can't be started: install Helm or name it with --helm, or render the chart"
              + " elsewhere: helm template . | java -jar sluice-audit.jar -");
      return;
    }
    try {
      process.getOutputStream().close();
      collect(process, name);
    } catch (IOException e) {
      reading.problem(name, "helm template can't be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reading.problem(name, "helm template was interrupted");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private List<String> command(Path directory) {
    List<String> command =
        new ArrayList<>(
            List.of(helm.program(), "template", helm.releaseName(), directory.toString()));
    for (String file : helm.values()) {
      command.add("--values");
      command.add(file);
    }
    return command;
  }

  private void collect(Process process, String name) throws InterruptedException {
    CompletableFuture<byte[]> output =
        CompletableFuture.supplyAsync(
            () -> drain(process.getInputStream(), bounds.bytes() + 1), Chart::onItsOwn);
    CompletableFuture<byte[]> errors =
        CompletableFuture.supplyAsync(
            () -> drain(process.getErrorStream(), ERROR_BYTES), Chart::onItsOwn);
    if (!process.waitFor(helm.patience().toMillis(), TimeUnit.MILLISECONDS)) {
      reading.problem(name, "helm template took more than " + helm.patience().toSeconds() + " s");
      return;
    }
    if (process.exitValue() != 0) {
      reading.problem(name, "helm template refuses the chart: " + oneLine(errors.join()));
      return;
    }
    byte[] rendered = output.join();
    if (rendered.length > bounds.bytes()) {
      reading.problem(
          name, "helm template prints more than " + (bounds.bytes() >> 20) + " MiB of objects");
      return;
    }
    split(name, new String(rendered, StandardCharsets.UTF_8));
  }

  // Helm names the template of each object, so that each part can be called by it.
  private void split(String name, String rendered) {
    String parent = name.contains("/") ? name.substring(0, name.lastIndexOf('/') + 1) : "";
    String template = name;
    StringBuilder part = new StringBuilder();
    for (String line : rendered.split("\n", -1)) {
      if (line.equals("---") && !part.isEmpty()) {
        add(parent + template, part);
        template = name;
      }
      if (line.startsWith(SOURCE)) {
        template = line.substring(SOURCE.length()).trim();
      }
      part.append(line).append('\n');
    }
    add(parent + template, part);
  }

  private void add(String template, StringBuilder part) {
    String name = template + " (rendered)";
    reading.documents(new SourceText(name, part.toString(), new Position(name, 1, 1), true));
    part.setLength(0);
  }

  // A shared pool may have a single thread, and each of the two streams must be read all the time.
  private static void onItsOwn(Runnable task) {
    Thread thread = new Thread(task, "helm-output");
    thread.setDaemon(true);
    thread.start();
  }

  // What goes beyond the limit is read and thrown away, so that the process does not wait for us.
  private static byte[] drain(InputStream stream, int limit) {
    try (stream) {
      byte[] kept = stream.readNBytes(limit);
      stream.transferTo(OutputStream.nullOutputStream());
      return kept;
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private static String oneLine(byte[] errors) {
    String text = new String(errors, StandardCharsets.UTF_8).replaceAll("\\s+", " ").trim();
    String plain = text.startsWith("Error: ") ? text.substring("Error: ".length()) : text;
    return plain.isEmpty()
        ? "it says nothing more"
        : plain.length() > 500 ? plain.substring(0, 500) + "..." : plain;
  }
}
