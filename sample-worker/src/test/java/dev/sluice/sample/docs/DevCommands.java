package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.WorkerCommand;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The commands of a page that run the development jar, one after the other. */
final class DevCommands {
  private static final String JAR = "java -jar sample-worker/target/sample-worker-dev.jar ";
  private static final String BUILD = "mvn -q package -DskipTests";

  private final Queue<String> commands;
  private final Path data;

  private DevCommands(Queue<String> commands, Path data) {
    this.commands = commands;
    this.data = data;
  }

  /**
   * Those of a page.
   *
   * @param data the directory that they run on
   */
  static DevCommands of(String page, Path data) {
    List<String> lines = new ArrayList<>();
    for (Page.Block block : Page.of(page).blocks("sh")) {
      lines.addAll(block.code().lines().toList());
    }
    // What has made the jar that is run here.
    assertThat(lines.remove(0)).isEqualTo(BUILD);
    assertThat(lines).allMatch(line -> line.startsWith(JAR));
    return new DevCommands(new ArrayDeque<>(lines), data);
  }

  WorkerCommand next() {
    String[] arguments = commands.remove().substring(JAR.length()).split(" +");
    return WorkerCommand.developmentJar().with(arguments).with("--data-dir", data.toString());
  }

  void assertAllRun() {
    assertThat(commands).isEmpty();
  }
}
