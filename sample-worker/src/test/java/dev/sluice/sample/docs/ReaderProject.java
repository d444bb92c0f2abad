package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A project as a reader of a page makes it, with a local repository of its own: Sluice is installed
 * there from what this build has made, everything else is taken from this build's repository as if
 * that were a remote one. Nothing of it touches the network or this build's repository.
 */
final class ReaderProject {
  private static final long PATIENCE_SECONDS = 240;

  private final Path directory;
  private final Path repository;
  private final Path settings;

  /** What a process has said, and how it ended. */
  record Run(int exitCode, String out, String err) {}

  /**
   * @param directory the project
   * @param scratch keeps what Maven copies, so that the next time is faster
   */
  ReaderProject(Path directory, Path scratch) throws IOException {
    this.directory = directory;
    this.repository = scratch.resolve("repository");
    this.settings = Files.createDirectories(scratch).resolve("settings.xml");
    Files.writeString(
        settings,
        "<settings><mirrors><mirror><id>this-build</id><mirrorOf>*</mirrorOf><url>"
            + property("sluice.local.repository", "~/.m2/repository").toUri()
            + "</url></mirror></mirrors></settings>");
  }

  private static Path property(String name, String usual) {
    String home = System.getProperty("user.home");
    return Path.of(System.getProperty(name, usual.replaceFirst("^~", home)));
  }

  /** Writes the files that a page shows under their names. */
  void write(Page page) throws IOException {
    for (Page.Block block : page.blocks()) {
      String name = block.file();
      // The environment for development has a dependency of its own.
      boolean shown = name.startsWith("src/") || List.of("pom.xml", "orders.ndjson").contains(name);
      if (shown && !name.endsWith("Dev.java")) {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.code());
      }
    }
    Files.writeString(directory.resolve("pipeline.yaml"), page.file("pipeline.yaml").code());
  }

  /** What {@code mvn install} puts into a local repository. */
  void installSluice(String version) throws IOException {
    install(Checkout.ROOT, "sluice-parent", version);
    Path framework = Checkout.ROOT.resolve("framework");
    install(framework, "sluice-framework", version);
    try (Stream<Path> modules = Files.list(framework)) {
      for (Path module : modules.filter(m -> Files.exists(m.resolve("pom.xml"))).toList()) {
        install(module, "sluice-" + module.getFileName(), version);
      }
    }
  }

  private void install(Path module, String artifact, String version) throws IOException {
    Path to = repository.resolve(Path.of("dev", "sluice", artifact, version));
    Files.createDirectories(to);
    String name = artifact + "-" + version;
    copy(module.resolve("pom.xml"), to.resolve(name + ".pom"));
    Path jar = module.resolve("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      copy(jar, to.resolve(name + ".jar"));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Runs Maven offline. */
  Run maven(String... goals) throws IOException, InterruptedException {
    String home = System.getProperty("sluice.maven.home");
    List<String> command = new ArrayList<>();
    command.add(home == null ? "mvn" : Path.of(home, "bin", "mvn").toString());
    command.addAll(List.of("-B", "-q", "-o", "-s", settings.toString()));
    command.add("-Dmaven.repo.local=" + repository);
    command.add("-Daether.offline.protocols=file");
    command.addAll(List.of(goals));
    return run(command, Map.of("JAVA_HOME", System.getProperty("java.home")));
  }

  /** Runs a line of the page that begins with {@code java}. */
  Run java(String line, Map<String, String> variables) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(line.strip().split(" +")));
    assertThat(command.get(0)).isEqualTo("java");
    command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return run(command, variables);
  }

  private Run run(List<String> command, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(ended).as(() -> "still runs:\n" + Checkout.read(out)).isTrue();
      return new Run(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
