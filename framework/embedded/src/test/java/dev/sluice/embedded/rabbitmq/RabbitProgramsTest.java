package dev.sluice.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitProgramsTest {

  @TempDir Path root;

  @Test
  void saysHowToInstallItWhereThereIsNone() {
    EmbeddedRabbit rabbit =
        new EmbeddedRabbit(
            root, RabbitOptions.defaults(), () -> RabbitPrograms.find(Map.of(), root));

    assertThatThrownBy(rabbit::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessage(
            "RabbitMQ is not installed on this machine. On Debian or Ubuntu: "
                + "apt-get install --no-install-recommends rabbitmq-server. "
                + "If it is installed elsewhere, set SLUICE_RABBITMQ_SERVER to the path of its"
                + " rabbitmq-server");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void takesThePackagesOwnScriptBeforeThatOnThePath() throws Exception {
    program("usr/sbin/rabbitmq-server");
    Path mapper = program("usr/bin/epmd");
    Path own = program("usr/lib/rabbitmq/bin/rabbitmq-server");
    Map<String, String> path = Map.of("PATH", "/nowhere::" + root.resolve("usr/sbin"));

    assertThat(RabbitPrograms.find(path, root)).isEqualTo(new RabbitPrograms(own, mapper));
  }

  @Test
  void takesWhatIsOnThePathAndThenWhatLiesInUsualPlaces() throws Exception {
    Path usual = program("opt/homebrew/sbin/rabbitmq-server");
    Path mapper = program("opt/homebrew/bin/epmd");
    assertThat(RabbitPrograms.find(Map.of(), root)).isEqualTo(new RabbitPrograms(usual, mapper));

    Path onPath = program("somewhere/rabbitmq-server");
    Map<String, String> path = Map.of("PATH", root.resolve("somewhere").toString());

    assertThat(RabbitPrograms.find(path, root)).isEqualTo(new RabbitPrograms(onPath, mapper));
  }

  @Test
  void takesWhatItIsTold() throws Exception {
    program("usr/lib/rabbitmq/bin/rabbitmq-server");
    Path mapper = program("usr/bin/epmd");
    Path told = program("told/rabbitmq-server");

    assertThat(RabbitPrograms.find(Map.of(RabbitPrograms.OVERRIDE, told.toString()), root))
        .isEqualTo(new RabbitPrograms(told, mapper));
  }

  @Test
  void refusesToBeToldWhatCanNotBeRun() throws Exception {
    program("usr/lib/rabbitmq/bin/rabbitmq-server");
    Path missing = root.resolve("missing");

    assertThatThrownBy(
            () -> RabbitPrograms.find(Map.of(RabbitPrograms.OVERRIDE, missing.toString()), root))
        .isInstanceOf(ServerFailed.class)
        .hasMessage(
            "SLUICE_RABBITMQ_SERVER is "
                + missing
                + ", which is no program that can be run: correct or unset it");
  }

  @Test
  void saysWhenErlangsPortMapperIsMissing() throws Exception {
    Path server = program("usr/lib/rabbitmq/bin/rabbitmq-server");

    assertThatThrownBy(() -> RabbitPrograms.find(Map.of(), root))
        .isInstanceOf(ServerFailed.class)
        .hasMessage("found " + server + ", but not Erlang's epmd: put its directory on the PATH");
  }

  private Path program(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }
}
