package dev.sluice.sample.process;

import dev.sluice.embedded.process.ProcessId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a worker is started. Immutable; the {@code with} methods give a changed copy.
 *
 * @param wrapper programs in front of {@code java}, each of which must replace itself by the next
 * @param jvm options of the JVM
 * @param program {@code -jar} with a jar, or {@code -cp} with a class path and a main class
 * @param arguments what {@code main} gets
 * @param environment variables beside those of this JVM
 */
public record WorkerCommand(
    List<String> wrapper,
    List<String> jvm,
    List<String> program,
    List<String> arguments,
    Map<String, String> environment) {

  /** Starts fast in little memory. */
  private static final List<String> QUICK =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

  /** Copies what is given. */
  public WorkerCommand {
    wrapper = List.copyOf(wrapper);
    jvm = List.copyOf(jvm);
    program = List.copyOf(program);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** The production jar. */
  public static WorkerCommand productionJar() {
    return of(List.of("-jar", Built.productionJar().toString()));
  }

  /** The development jar. */
  public static WorkerCommand developmentJar() {
    return of(List.of("-jar", Built.developmentJar().toString()));
  }

  /** Another main class on the class path of the production jar and these tests. */
  public static WorkerCommand mainClass(Class<?> main) {
    String classPath = Built.productionJar() + java.io.File.pathSeparator + Built.testClasses();
    return of(List.of("-cp", classPath, main.getName()));
  }

  private static WorkerCommand of(List<String> program) {
    return new WorkerCommand(List.of(), QUICK, program, List.of(), Map.of());
  }

  /** With further arguments. */
  public WorkerCommand with(String... more) {
    return new WorkerCommand(wrapper, jvm, program, joined(arguments, more), environment);
  }

  /** With further options of the JVM. */
  public WorkerCommand withJvm(String... more) {
    return new WorkerCommand(wrapper, joined(jvm, more), program, arguments, environment);
  }

  /** With one variable more. */
  public WorkerCommand withVariable(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new WorkerCommand(wrapper, jvm, program, arguments, more);
  }

  /** In a session, and so a process group, of its own; the group's number is the worker's pid. */
  public WorkerCommand inOwnSession() {
    return new WorkerCommand(joined(wrapper, "setsid"), jvm, program, arguments, environment);
  }

  private static List<String> joined(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }

  /** Starts it. The caller closes what it gets, which ends the process whatever it does. */
  public WorkerProcess start() {
    List<String> line = new ArrayList<>();
    if (interruptIgnored()) {
      // Inherited by children, as from a shell's background job: they could not be interrupted.
      line.addAll(List.of("env", "--default-signal=INT"));
    }
    line.addAll(wrapper);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvm);
    line.addAll(program);
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    // Grants of a pod that these tests may themselves run in are none of the worker's.
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    try {
      Process started = builder.start();
      LeavesNoProcess.remember(ProcessId.of(started.pid()));
      return new WorkerProcess(started);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean interruptIgnored() {
    try {
      String mask =
          Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .collect(Collectors.joining())
              .replaceFirst("SigIgn:\\s*", "");
      return (Long.parseUnsignedLong(mask, 16) & 0b10) != 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
