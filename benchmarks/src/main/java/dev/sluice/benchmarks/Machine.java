package dev.sluice.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Where and on what figures were measured.
 *
 * @param date in UTC
 * @param commit of the checkout, with {@code -dirty} when it had changes
 * @param sluice the version
 * @param java the JVM
 * @param system the operating system
 * @param processor the model's name, if the system tells
 * @param cores that the JVM may use
 * @param otherLoad what else kept the machine busy when it began, as the load of the last minute;
 *     negative when the system does not tell
 */
public record Machine(
    String date,
    String commit,
    String sluice,
    String java,
    String system,
    String processor,
    int cores,
    double otherLoad) {

  /** This one, now. */
  public static Machine here(String commit) {
    String version = Machine.class.getPackage().getImplementationVersion();
    return new Machine(
        LocalDate.now(ZoneOffset.UTC).toString(),
        commit,
        version == null ? "unpackaged" : version,
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        model().orElse("unknown"),
        Runtime.getRuntime().availableProcessors(),
        Math.round(10 * ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage())
            / 10.0);
  }

  private static Optional<String> model() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
      return lines.stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // Not a Linux.
    }
  }
}
