package dev.sluice.audit.supervisord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A supervisord with real programs that is stopped once, with the times of its log. */
final class RunningSupervisord implements AutoCloseable {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern LINE = Pattern.compile("^(\\S+ \\S+) \\w+ (.*)$");
  private static final Pattern KILL = Pattern.compile("killing '([^']+)' .*");

  /** Ignores TERM, and says when it does. Its output is closed, so only the poll tells its end. */
  private static final String STUBBORN =
      "/bin/sh -c \"trap '' TERM; exec sleep 120 >%(here)s/ready.%(process_num)s.%(program_name)s 2>&1\"";

  /** Ends at TERM. */
  private static final String QUICK =
      "/bin/sh -c \"exec sleep 120 >%(here)s/ready.%(process_num)s.%(program_name)s 2>&1\"";

  private final Path directory;
  private final String configuration;
  private final Process process;
  private final CompletableFuture<Instant> gone;

  RunningSupervisord(Path directory, String body) throws IOException {
    this.directory = directory;
    this.configuration =
        "[supervisord]\nnodaemon=true\nlogfile=%(here)s/log\npidfile=%(here)s/pid\nchildlogdir="
            + directory
            + "\n"
            + body.replace("STUBBORN", STUBBORN).replace("QUICK", QUICK);
    Path file = Files.createDirectories(directory).resolve("supervisord.conf");
    Files.writeString(file, configuration);
    process =
        new ProcessBuilder(Supervisord.program().toString(), "-n", "-c", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile())
            .start();
    gone = process.onExit().thenApply(ended -> Instant.now());
  }

  /** What the audit reads of it. */
  SupervisordConfig config() {
    String name = directory.resolve("supervisord.conf").toString();
    return SupervisordConfig.read(SourceText.file(name, configuration), glob -> List.of());
  }

  /** True when all programs have begun to ignore the signal, or are there to take it. */
  boolean ready() {
    long programs =
        config().groups().stream()
            .flatMap(group -> group.programs().stream())
            .mapToLong(SupervisedProgram::copies)
            .sum();
    try (var files = Files.list(directory)) {
      return files.filter(it -> it.getFileName().toString().startsWith("ready.")).count()
          == programs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void stop() {
    process.destroy();
  }

  /** The times of a stop, from the log line of the signal. */
  Times times() throws IOException {
    Instant end = gone.orTimeout(90, TimeUnit.SECONDS).join();
    LocalDateTime start = null;
    Map<String, LocalDateTime> kills = new LinkedHashMap<>();
    for (String text : Files.readAllLines(directory.resolve("log"))) {
      Matcher line = LINE.matcher(text);
      if (line.matches()) {
        LocalDateTime at = LocalDateTime.parse(line.group(1), STAMP);
        Matcher kill = KILL.matcher(line.group(2));
        if (line.group(2).startsWith("received SIGTERM")) {
          start = at;
        } else if (kill.matches()) {
          kills.put(kill.group(1), at);
        }
      }
    }
    assertThat(start).as("%s was stopped", directory).isNotNull();
    Map<String, Duration> after = new LinkedHashMap<>();
    for (Map.Entry<String, LocalDateTime> kill : kills.entrySet()) {
      after.put(kill.getKey(), Duration.between(start, kill.getValue()));
    }
    Instant signal = start.atZone(ZoneId.systemDefault()).toInstant();
    return new Times(after, Duration.between(signal, end));
  }

  /**
   * Measured times, from the log line of the signal.
   *
   * @param kills by process
   * @param gone when supervisord had ended
   */
  record Times(Map<String, Duration> kills, Duration gone) {}

  @Override
  public void close() {
    List<ProcessHandle> programs = process.descendants().toList();
    process.destroyForcibly();
    programs.forEach(ProcessHandle::destroyForcibly);
  }
}
