package dev.sluice.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedTest {

  @TempDir Path home;
  private final AtomicInteger times = new AtomicInteger();

  @Test
  void unpacksOnceThoughManyAskAtOnce() {
    IntStream.range(0, 20).parallel().forEach(i -> Unpacked.in(home, "bundle", this::unpack));

    assertThat(times).hasValue(1);
    assertThat(home.resolve("bundle/a/b")).hasContent("content");
  }

  @Test
  void doesAHalfUnpackingAnew() throws IOException {
    assertThatThrownBy(() -> Unpacked.in(home, "bundle", this::fail))
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("bundle")
        .hasMessageContaining("no space");
    assertThat(home.resolve("bundle")).doesNotExist();

    Unpacked.in(home, "bundle", this::unpack);

    assertThat(home.resolve("bundle/a/b")).hasContent("content");
    assertThat(home.resolve("bundle/half")).doesNotExist();
  }

  @Test
  void doesAnUnpackingAnewWhenAFileHasAnotherSize() throws IOException {
    Unpacked.in(home, "bundle", this::unpack);
    Files.writeString(home.resolve("bundle/a/b"), "cont");

    Unpacked.in(home, "bundle", this::unpack);

    assertThat(home.resolve("bundle/a/b")).hasContent("content");
  }

  @Test
  void doesAnUnpackingAnewWhenAFileIsMissing() throws IOException {
    Unpacked.in(home, "bundle", this::unpack);
    Files.delete(home.resolve("bundle/a/b"));

    Unpacked.in(home, "bundle", this::unpack);

    assertThat(home.resolve("bundle/a/b")).hasContent("content");
  }

  private void unpack(Path target) throws IOException {
    times.incrementAndGet();
    Files.createDirectories(target.resolve("a"));
    Files.writeString(target.resolve("a/b"), "content");
  }

  private void fail(Path target) throws IOException {
    Files.writeString(target.resolve("half"), "half");
    throw new IOException("no space left");
  }
}
