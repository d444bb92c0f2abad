package dev.sluice.sample.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a test has measured: one line on standard output and a JSON file for the documentation. */
public final class Figures {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final String name;
  private final Map<String, Object> values = new LinkedHashMap<>();

  private Figures(String name) {
    this.name = name;
  }

  /**
   * Figures under a name.
   *
   * @param name the file's name without its ending
   */
  public static Figures of(String name) {
    return new Figures(name);
  }

  /** Adds a figure or a text. */
  public Figures put(String key, Object value) {
    values.put(key, value);
    return this;
  }

  /** Adds a time in whole milliseconds. */
  public Figures millis(String key, Duration time) {
    return put(key, time.toMillis());
  }

  /** Adds several times, as they were measured and their median and largest. */
  public Figures millis(String key, List<Duration> times) {
    List<Duration> sorted = times.stream().sorted().toList();
    put(key + "P50", sorted.get((sorted.size() - 1) / 2).toMillis());
    put(key + "Max", sorted.get(sorted.size() - 1).toMillis());
    return put(key, times.stream().map(Duration::toMillis).toList());
  }

  /** Prints the line and writes the file. */
  public void publish() {
    System.out.println(
        name
            + ": "
            + values.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ")));
    Path file = Built.figures().resolve(name + ".json");
    try {
      Files.createDirectories(file.getParent());
      JSON.writeValue(file.toFile(), values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
