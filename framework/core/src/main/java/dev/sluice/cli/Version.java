package dev.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the framework's version and the JVM's. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      String version = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return new String[] {"Sluice " + version, "Java " + Runtime.version()};
    }
  }
}
