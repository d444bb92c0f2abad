package dev.sluice.embedded.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One broker, which is a controller too. Formats its directory when it is new, says so in a file
 * when it serves, and stops cleanly on SIGTERM and when its standard input ends.
 */
public final class BrokerMain {
  private static final String SCRAM = "sluice.scram.";

  private BrokerMain() {}

  /**
   * Runs until stopped.
   *
   * @param args the file with the broker's properties, the cluster's id, and the file to write when
   *     ready
   */
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
      properties.load(in);
    }
    format(properties, args[1], scramUsers(properties));
    KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "broker-shutdown"));
    Thread lifeline = new Thread(BrokerMain::exitWithOwner, "lifeline");
    lifeline.setDaemon(true);
    lifeline.start();
    server.startup();
    Files.writeString(Path.of(args[2]), "ready\n");
    server.awaitShutdown();
  }

  /** Takes the users out of the properties and gives them as the formatter wants them. */
  private static List<String> scramUsers(Properties properties) {
    List<String> users = new ArrayList<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(SCRAM)) {
        String name = key.substring(SCRAM.length());
        String password = (String) properties.remove(key);
        for (String mechanism : List.of("SCRAM-SHA-256", "SCRAM-SHA-512")) {
          users.add(mechanism + "=[name=" + name + ",password=" + password + "]");
        }
      }
    }
    return users;
  }

  private static void format(Properties properties, String clusterId, List<String> scramUsers)
      throws Exception {
    String directory = properties.getProperty("log.dirs");
    if (Files.exists(Path.of(directory, "meta.properties"))) {
      return;
    }
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setClusterId(clusterId)
        .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
        .setControllerListenerName(properties.getProperty("controller.listener.names"))
        .setMetadataLogDirectory(directory)
        .setDirectories(List.of(directory))
        .setIgnoreFormatted(false)
        .setScramArguments(scramUsers)
        .run();
  }

  private static void exitWithOwner() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As good as the end.
    }
    System.exit(0);
  }
}
