package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.Secret;
import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.PidFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * A key and a certificate for the loopback address, signed by itself: who trusts the certificate
 * needs no other. Made by the JDK's own tool.
 */
final class Certificate {
  private static final String ALIAS = "broker";
  private static final int DAYS = 3650;
  private static final int PEM_WIDTH = 64;
  private static final Duration WITHIN = Duration.ofSeconds(60);

  private Certificate() {}

  /** Makes both files if the certificate is not there. Blocks. */
  static void in(Path directory, Path certificate, Path key) throws IOException {
    if (Files.exists(certificate)) {
      return;
    }
    Path store = directory.resolve("keys.p12");
    Files.deleteIfExists(store);
    String password = Secret.next();
    PidFile pidFile = new PidFile(directory.resolve("keytool.pid"));
    Child.start("keytool", command(store, password), directory.resolve("keytool.log"), pidFile)
        .awaitSuccess(WITHIN);
    pidFile.delete();
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password.toCharArray());
      write(key, "PRIVATE KEY", keys.getKey(ALIAS, password.toCharArray()).getEncoded());
      write(certificate, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new ServerFailed("can't read the key that keytool made: " + e, e);
    }
    Files.delete(store);
  }

  private static List<String> command(Path store, String password) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        ALIAS,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-validity",
        Integer.toString(DAYS),
        "-dname",
        "CN=localhost",
        "-ext",
        "BC=ca:true",
        "-ext",
        "SAN=ip:127.0.0.1,dns:localhost",
        "-keystore",
        store.toString(),
        "-storetype",
        "PKCS12",
        "-storepass",
        password);
  }

  private static void write(Path file, String what, byte[] content) throws IOException {
    String lines =
        Base64.getMimeEncoder(PEM_WIDTH, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
  }
}
