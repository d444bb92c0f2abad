package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.files.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a broker reads and writes, all of it below one directory that only its owner may enter:
 * nothing of the system's own RabbitMQ is read or touched.
 *
 * @param directory made when it is missing
 */
record BrokerFiles(Path directory) {
  static final String USER = "sluice";
  private static final String LOOPBACK = "127.0.0.1";
  // The data belongs to the node's name, so that it may not change with a port.
  private static final String NODE = "sluice@localhost";

  /** The state of this data directory. */
  Path state() {
    return directory.resolve("broker.properties");
  }

  /** Where the control script says how to reach it. */
  Path control() {
    return directory.resolve("control");
  }

  /** The certificate of the listener for TLS. */
  Path certificate() {
    return directory.resolve("certificate.pem");
  }

  /** The log of one of the broker's companions. */
  Path log(String name) {
    return directory.resolve(name + ".log");
  }

  private Path home() {
    return directory.resolve("home");
  }

  private Path cookie() {
    return home().resolve(".erlang.cookie");
  }

  private Path script() {
    return directory.resolve("control.erl");
  }

  /** Makes the directory a private one. */
  void makePrivate() throws IOException {
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
  }

  /** Writes what the broker reads and deletes what it writes when it is ready. Blocks. */
  void write(BrokerState state, RabbitOptions options) throws IOException {
    Files.deleteIfExists(control());
    Files.createDirectories(home());
    if (Files.notExists(cookie())) {
      Files.writeString(cookie(), Secret.next());
      // Erlang refuses a cookie that others may read.
      Files.setPosixFilePermissions(cookie(), PosixFilePermissions.fromString("r--------"));
    }
    try (InputStream in = BrokerFiles.class.getResourceAsStream("control.erl")) {
      Files.copy(
          Objects.requireNonNull(in, "control.erl"), script(), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(
        directory.resolve("enabled_plugins"),
        options.management() ? "[rabbitmq_management]." : "[].");
    if (options.tls()) {
      Certificate.in(directory, certificate(), key());
    }
    Files.write(directory.resolve("rabbitmq.conf"), configuration(state, options));
  }

  private Path key() {
    return directory.resolve("key.pem");
  }

  private List<String> configuration(BrokerState state, RabbitOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("listeners.tcp.1", LOOPBACK + ":" + state.port());
    // Both count only when the data is new.
    settings.put("default_user", USER);
    settings.put("default_pass", state.password());
    if (options.tls()) {
      settings.put("listeners.ssl.1", LOOPBACK + ":" + state.tlsPort());
      settings.put("ssl_options.cacertfile", certificate().toString());
      settings.put("ssl_options.certfile", certificate().toString());
      settings.put("ssl_options.keyfile", key().toString());
    }
    if (options.management()) {
      settings.put("management.tcp.ip", LOOPBACK);
      settings.put("management.tcp.port", Integer.toString(state.managementPort()));
    }
    settings.putAll(options.settings());
    List<String> lines = new ArrayList<>();
    settings.forEach((name, value) -> lines.add(name + " = " + value));
    return lines;
  }

  /** A command that becomes the broker, with nothing of our own environment but the PATH. */
  List<String> command(Path server, BrokerState state) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("LANG", "C.UTF-8");
    environment.put("HOME", home().toString());
    environment.put("ERL_EPMD_ADDRESS", LOOPBACK);
    environment.put("ERL_EPMD_PORT", Integer.toString(state.mapperPort()));
    environment.put("ERL_CRASH_DUMP", file("erl_crash.dump"));
    environment.put("RABBITMQ_NODENAME", NODE);
    environment.put("RABBITMQ_DIST_PORT", Integer.toString(state.nodePort()));
    environment.put("RABBITMQ_MNESIA_BASE", file("mnesia"));
    environment.put("RABBITMQ_MNESIA_DIR", file("mnesia/data"));
    environment.put("RABBITMQ_LOG_BASE", file("log"));
    environment.put("RABBITMQ_LOGS", "-");
    environment.put("RABBITMQ_CONFIG_FILE", file("rabbitmq"));
    environment.put("RABBITMQ_CONFIG_FILES", file("conf.d"));
    environment.put("RABBITMQ_ADVANCED_CONFIG_FILE", file("advanced.config"));
    environment.put("RABBITMQ_CONF_ENV_FILE", file("rabbitmq-env.conf"));
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", file("enabled_plugins"));
    environment.put("RABBITMQ_PLUGINS_EXPAND_DIR", file("plugins-expand"));
    environment.put("RABBITMQ_FEATURE_FLAGS_FILE", file("feature_flags"));
    environment.put("RABBITMQ_PID_FILE", file("server.pid"));
    environment.put("RABBITMQ_CONTROL_FILE", control().toString());
    environment.put("RABBITMQ_CONTROL_SCRIPT", script().toString());
    // Split at spaces by the server's script, hence paths by environment.
    environment.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        "-kernel inet_dist_use_interface {127,0,0,1}"
            // When channels look for deliveries held beyond consumer_timeout; a minute unless
            // given.
            + " -rabbit channel_tick_interval 1000"
            + " -eval ok=file:eval(os:getenv(\"RABBITMQ_CONTROL_SCRIPT\"))");
    // The script then becomes the broker instead of watching over it.
    environment.put("RUNNING_UNDER_SYSTEMD", "true");
    List<String> command = new ArrayList<>(List.of("env", "-i"));
    environment.forEach((name, value) -> command.add(name + "=" + value));
    command.add(server.toString());
    return command;
  }

  /** A command that is the port mapper of this broker. */
  static List<String> mapperCommand(Path mapper, BrokerState state) {
    return List.of(
        mapper.toString(), "-port", Integer.toString(state.mapperPort()), "-address", LOOPBACK);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }
}
