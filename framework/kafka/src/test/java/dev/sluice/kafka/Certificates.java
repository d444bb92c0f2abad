package dev.sluice.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Stores of self-signed certificates, made by {@code keytool} in a directory. */
final class Certificates {
  static final String PASSWORD = "changeit";

  private final Path directory;

  Certificates(Path directory) {
    this.directory = directory;
  }

  /** A key and its certificate for the loopback address, ten days valid. */
  Path keys(String alias) {
    Path store = directory.resolve(alias + ".keys.p12");
    keytool(
        store,
        "-genkeypair",
        "-alias",
        alias,
        "-keyalg",
        "EC",
        "-validity",
        "10",
        "-dname",
        "CN=" + alias,
        "-ext",
        "SAN=ip:127.0.0.1,dns:localhost");
    return store;
  }

  /** A store that trusts the certificate of a key. */
  Path trusting(Path keys, String alias) {
    Path certificate = directory.resolve(alias + ".pem");
    keytool(keys, "-exportcert", "-rfc", "-alias", alias, "-file", certificate.toString());
    Path store = directory.resolve(alias + ".trust.p12");
    keytool(store, "-importcert", "-noprompt", "-alias", alias, "-file", certificate.toString());
    return store;
  }

  private static void keytool(Path store, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
