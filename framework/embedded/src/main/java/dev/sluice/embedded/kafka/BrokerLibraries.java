package dev.sluice.embedded.kafka;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.Unpacked;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The broker's class path: its jars, which lie in this module as plain files, and the main class.
 * They are read through the class loader, so it makes no difference whether this module is a
 * directory, a jar or a part of a larger jar.
 */
final class BrokerLibraries {
  static final String MAIN = "dev.sluice.embedded.broker.BrokerMain";

  private static final String INDEX = "libraries";
  private static final String MAIN_FILE = MAIN.replace('.', '/') + ".class";

  private BrokerLibraries() {}

  /** Unpacks what is not unpacked yet and gives the class path. Blocks. */
  static String classPath(Path home) {
    byte[] main = resource("/" + MAIN_FILE);
    byte[] index = resource(INDEX);
    List<String> jars = List.of(new String(index, StandardCharsets.UTF_8).strip().split(":", -1));
    CRC32 content = new CRC32();
    content.update(index);
    content.update(main);
    Path directory =
        Unpacked.in(
            home,
            String.format("kafka-%08x", content.getValue()),
            target -> {
              copy(new ByteArrayInputStream(main), target.resolve("classes").resolve(MAIN_FILE));
              for (String jar : jars) {
                try (InputStream in = open(jar)) {
                  copy(in, target.resolve(jar));
                }
              }
            });
    return Stream.concat(Stream.of("classes"), jars.stream())
        .map(entry -> directory.resolve(entry).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void copy(InputStream from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private static byte[] resource(String name) {
    try (InputStream in = open(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ServerFailed("can't read the embedded broker's " + name, e);
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = BrokerLibraries.class.getResourceAsStream(name);
    if (in == null) {
      throw new IOException(
          name
              + " is missing beside "
              + BrokerLibraries.class.getName()
              + ": build the module whole");
    }
    return in;
  }
}
