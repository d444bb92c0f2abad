package dev.sluice.audit.input;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.SourceText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputReaderTest {
  @TempDir Path directory;

  @Test
  void tellsWhichFileIsWhat() throws IOException {
    file("b/deploy.yaml", "kind: Deployment\n");
    file("a/list.json", "{}");
    file("image/Dockerfile", "FROM alpine\n");
    file("image/batch.Dockerfile", "FROM alpine\n");
    file("image/run.sh", "#!/bin/sh\n");
    file("etc/supervisord.conf", "[supervisord]\n");
    file("etc/conf.d/export.conf", "[program:export]\ncommand=x\n");
    file("etc/nginx.conf", "worker_shutdown_timeout 10s;\n");
    file("units/worker.service", "[Service]\n");
    file("units/worker.service.d/10-stop.conf", "[Service]\n");
    file("units/service.d/all.conf", "[Service]\n");
    file("units/system.conf", "[Manager]\n");
    file("README.md", "prose\n");
    file("photo.png", "x");

    Inputs inputs = read(directory.toString());

    assertThat(names(inputs.documents())).containsExactly("a/list.json", "b/deploy.yaml");
    assertThat(names(inputs.dockerfiles()))
        .containsExactly("image/Dockerfile", "image/batch.Dockerfile");
    assertThat(names(inputs.supervisord()))
        .containsExactly("etc/conf.d/export.conf", "etc/supervisord.conf");
    assertThat(names(inputs.contexts())).containsExactly("etc/nginx.conf", "image/run.sh");
    assertThat(inputs.units())
        .extracting(SourceText::name)
        .containsExactly(
            "service.d/all.conf", "system.conf", "worker.service", "worker.service.d/10-stop.conf");
    assertThat(inputs.units().get(3).at(1).file()).endsWith("units/worker.service.d/10-stop.conf");
    assertThat(inputs.problems()).isEmpty();
    assertThat(inputs.skipped()).hasSize(2);
  }

  @Test
  void passesOverWhatToolsFillAndSaysSo() throws IOException {
    file(".git/config.yaml", "a: b");
    file("node_modules/x/a.yaml", "a: b");
    file("target/a.yaml", "a: b");
    file("real.yaml", "a: b");

    Inputs inputs = read(directory.toString());

    assertThat(names(inputs.documents())).containsExactly("real.yaml");
    assertThat(inputs.skipped()).hasSize(3).allMatch(line -> line.contains("name it to have it"));
    assertThat(names(read(directory.resolve(".git").toString()).documents()))
        .containsExactly(".git/config.yaml");
  }

  @Test
  void followsLinksButNoCircle() throws IOException {
    file("a/one.yaml", "a: b");
    Files.createSymbolicLink(directory.resolve("a/again"), directory);
    Files.createSymbolicLink(directory.resolve("broken.yaml"), directory.resolve("nowhere"));
    Files.createSymbolicLink(directory.resolve("two.yaml"), directory.resolve("a/one.yaml"));

    Inputs inputs = read(directory.toString());

    assertThat(names(inputs.documents())).containsExactly("a/one.yaml", "two.yaml");
    assertThat(inputs.skipped())
        .anyMatch(line -> line.contains("read already"))
        .anyMatch(line -> line.contains("leads nowhere"));
  }

  @Test
  void readsTheRestWhenAFileCannotBeRead() throws IOException {
    file("good.yaml", "a: b");
    Path bad = directory.resolve("bad.yaml");
    Files.write(bad, new byte[] {'a', ':', '\n', 'b', (byte) 0xC3, '('});
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, new byte[] {'a', 0, 1});

    Inputs inputs =
        read(
            bad.toString(),
            directory.resolve("missing.yaml").toString(),
            binary.toString(),
            directory.resolve("good.yaml").toString());

    assertThat(names(inputs.documents())).containsExactly("good.yaml");
    assertThat(inputs.problems())
        .hasSize(3)
        .anyMatch(
            it -> it.toString().endsWith("bad.yaml:2: " + it.message()) && it.at().line() == 2)
        .anyMatch(it -> it.message().equals("does not exist"))
        .anyMatch(it -> it.message().contains("zero bytes"));
  }

  @Test
  void readsTextsWithAByteOrderMark() throws IOException {
    Files.write(directory.resolve("utf8.yaml"), "\uFEFFa: ä".getBytes(UTF_8));
    Files.write(directory.resolve("utf16.yaml"), "\uFEFFa: ä".getBytes(UTF_16LE));

    assertThat(read(directory.toString()).documents())
        .extracting(SourceText::content)
        .containsExactly("a: ä", "a: ä");
  }

  @Test
  void boundsWhatItReads() throws IOException {
    file("deep/er/too.yaml", "a: b");
    file("large.yaml", "a: 0123456789");
    file("context.sh", "0123456789");
    Bounds tight = new Bounds(100, 10, 9, 9, 1);

    Inputs inputs =
        new InputReader(Helm.INSTALLED, tight)
            .read(List.of(directory.toString()), InputStream.nullInputStream());

    assertThat(inputs.documents()).isEmpty();
    assertThat(inputs.problems())
        .hasSize(2)
        .anyMatch(it -> it.message().startsWith("lies deeper than 1 directories"))
        .anyMatch(it -> it.message().startsWith("is larger than"));
    assertThat(inputs.skipped()).singleElement().asString().contains("too large");
    Bounds few = new Bounds(2, 10, 9, 9, 1);
    assertThat(
            new InputReader(Helm.INSTALLED, few)
                .read(List.of(directory.toString()), InputStream.nullInputStream())
                .problems())
        .anyMatch(it -> it.message().startsWith("more than 2 files"));
  }

  @Test
  void readsStandardInputOnce() {
    Inputs inputs =
        new InputReader(Helm.INSTALLED)
            .read(List.of("-", "-"), new ByteArrayInputStream("a: b".getBytes(UTF_8)));

    assertThat(inputs.documents()).extracting(SourceText::name).containsExactly("-");
  }

  @Test
  void takesANamedFileForDocumentsWhenNothingTells() throws IOException {
    file("dump", "kind: List\n");
    file("start", "#!/bin/sh\nexec worker\n");

    Inputs inputs =
        read(directory.resolve("dump").toString(), directory.resolve("start").toString());

    assertThat(names(inputs.documents())).containsExactly("dump");
    assertThat(names(inputs.contexts())).containsExactly("start");
  }

  @Test
  void findsProseForComparison() throws IOException {
    file("docs/run.md", "90 s");
    file("docs/run.yaml", "a: b");
    file("note", "90 s");

    ProseReader reader =
        new ProseReader(
            List.of(
                directory.resolve("docs").toString(),
                directory.resolve("note").toString(),
                directory.resolve("missing.md").toString()));

    assertThat(names(reader.texts())).containsExactly("docs/run.md", "note");
    assertThat(reader.problems())
        .singleElement()
        .satisfies(it -> assertThat(it.message()).isEqualTo("does not exist"));
  }

  private Inputs read(String... operands) {
    return new InputReader(Helm.INSTALLED).read(List.of(operands), InputStream.nullInputStream());
  }

  private List<String> names(List<SourceText> texts) {
    String prefix = Walk.name(directory) + "/";
    return texts.stream().map(text -> text.name().substring(prefix.length())).toList();
  }

  private void file(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
