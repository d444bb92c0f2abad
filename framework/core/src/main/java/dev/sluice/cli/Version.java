package dev.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the framework's version and the JVM's. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return new String[] {
      "Sluice " + properties.getProperty("version"), "Java " + Runtime.version()
    };
  }
}
