package dev.sluice.audit.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs a command with a real program in it, sends it a real TERM and tells what became of it. The
 * program writes down what it hears, and goes on until it is told to finish, which it answers only
 * after a while: it needs time, as work does.
 */
final class RealStop implements AutoCloseable {
  private static final String PROGRAM =
      """
      #!/usr/bin/perl
      my $d = $ENV{MARKS}; my $heard = ''; my $n = 0;
      sub mark { open(my $f, '>', "$d/.$_[0]"); print $f $_[1]; close $f; rename "$d/.$_[0]", "$d/$_[0]"; }
      for my $s (qw(TERM QUIT USR1)) { $SIG{$s} = sub { $heard = $s; mark('heard', $s); }; }
      mark('ready', $$);
      while (-d $d && !-e "$d/end") {
        select(undef, undef, undef, 0.02);
        $n++ if -e "$d/finish";
        mark($heard ? 'finished' : 'unheard', $heard) if $n == 12;
      }
      """;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path marks;
  private final Path program;
  private final Stopped stopped;
  private Process process;

  RealStop(Stopped stopped) throws IOException {
    this.stopped = stopped;
    marks = Files.createTempDirectory("stop");
    program = marks.resolve("program");
    Files.writeString(program, PROGRAM);
    makeExecutable(program);
  }

  /** The program's path, for commands and scripts. */
  String program() {
    return program.toString();
  }

  /** Writes an executable script beside the program. */
  Path script(String name, String content) throws IOException {
    Path script = marks.resolve(name);
    Files.writeString(script, content.replace("PROG", program()));
    makeExecutable(script);
    return script;
  }

  private static void makeExecutable(Path file) {
    assertThat(file.toFile().setExecutable(true)).as("make %s executable", file).isTrue();
  }

  /** Starts the command, stops it, and tells what became of the signal. */
  SignalPath observe(List<String> command) throws IOException {
    List<String> words = new ArrayList<>(List.of("setsid"));
    if (stopped == Stopped.PROCESS_ONE) {
      words.addAll(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
    }
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("MARKS", marks.toString());
    builder.redirectOutput(marks.resolve("output").toFile());
    process = builder.start();
    await(words + " to run; as another user than root, unshare needs user namespaces")
        .atMost(PATIENCE)
        .until(() -> marked("ready") || failed(words));
    settle();
    signal();
    if (stopped == Stopped.PROCESS_ONE) {
      await("the signal to arrive").atMost(PATIENCE).until(this::taken);
    }
    mark("finish");
    await("an answer to " + words)
        .atMost(PATIENCE)
        .until(
            () ->
                marked("finished")
                    || marked("unheard")
                    || (stopped == Stopped.PROCESS_ONE && !process.isAlive()));
    return outcome();
  }

  private SignalPath outcome() {
    if (stopped == Stopped.PROCESS_ONE) {
      return marked("finished")
          ? SignalPath.REACHES
          : marked("unheard") ? SignalPath.KEPT_BY_SHELL : SignalPath.ENDS_AT_ONCE;
    }
    if (!process.isAlive()) {
      return SignalPath.ORPHANS_PROGRAM;
    }
    return marked("finished") ? SignalPath.REACHES : SignalPath.KEPT_BY_SHELL;
  }

  /** Whether the program got a signal. */
  String heard() throws IOException {
    return marked("heard") ? Files.readString(marks.resolve("heard")) : "";
  }

  private boolean failed(List<String> words) throws IOException {
    if (process.isAlive()) {
      return false;
    }
    throw new AssertionError(
        words + " ended before it ran: " + Files.readString(marks.resolve("output")));
  }

  /** The shell has gone to sleep behind the program: it waits for it, its traps are set. */
  private void settle() {
    await("the shell to wait")
        .atMost(PATIENCE)
        .until(
            () ->
                Stream.concat(Stream.of(target()), target().children()).allMatch(RealStop::sleeps));
  }

  private static boolean sleeps(ProcessHandle handle) {
    try {
      String stat = Files.readString(Path.of("/proc/" + handle.pid() + "/stat"));
      return "SZ".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Process 1 has taken the signal, keeps it blocked, or is gone. */
  private boolean taken() {
    ProcessHandle one = process.children().findFirst().orElse(null);
    if (one == null) {
      return true;
    }
    try {
      Map<String, Long> masks = new HashMap<>();
      Files.readString(Path.of("/proc/" + one.pid() + "/status"))
          .lines()
          .filter(line -> line.matches("(ShdPnd|SigPnd|SigBlk):\t[0-9a-f]+"))
          .forEach(
              line ->
                  masks.put(line.substring(0, 6), Long.parseUnsignedLong(line.substring(8), 16)));
      return ((masks.get("ShdPnd") | masks.get("SigPnd")) & ~masks.get("SigBlk")) == 0;
    } catch (IOException e) {
      return true;
    }
  }

  private ProcessHandle target() {
    return stopped == Stopped.PROCESS_ONE
        ? process.children().findFirst().orElseThrow()
        : process.toHandle();
  }

  private void signal() throws IOException {
    String whom = (stopped == Stopped.CHILD_GROUP ? "-" : "") + target().pid();
    Process kill = new ProcessBuilder("kill", "-TERM", "--", whom).inheritIO().start();
    assertThat(kill.onExit().join().exitValue()).as("kill %s", whom).isZero();
  }

  private boolean marked(String name) {
    return Files.exists(marks.resolve(name));
  }

  private void mark(String name) throws IOException {
    Files.createFile(marks.resolve(name));
  }

  /** Ends the program, what waits for it, and removes the marks. */
  @Override
  public void close() throws IOException {
    List<ProcessHandle> all = new ArrayList<>();
    if (process != null) {
      process.descendants().forEach(all::add);
      all.add(process.toHandle());
    }
    mark("end");
    if (stopped != Stopped.PROCESS_ONE && marked("ready")) {
      ProcessHandle.of(Long.parseLong(Files.readString(marks.resolve("ready"))))
          .ifPresent(all::add);
    }
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
    try (Stream<Path> files = Files.walk(marks)) {
      files
          .sorted((one, other) -> other.compareTo(one))
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
