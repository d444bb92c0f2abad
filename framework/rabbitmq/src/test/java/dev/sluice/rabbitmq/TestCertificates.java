package dev.sluice.rabbitmq;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate authority in a directory and what it signs, as PEM files made by {@code keytool}.
 */
final class TestCertificates {
  private static final String PASSWORD = "changeit";
  private static final String CA = "ca";

  private final Path directory;

  TestCertificates(Path directory) {
    this.directory = directory;
    generate(CA, "BC=ca:true");
    keytool(CA, "-exportcert", "-rfc", "-file", authority().toString());
  }

  /** The certificate that has signed all others. */
  Path authority() {
    return certificate(CA);
  }

  /** Makes a key and a certificate for somebody who is known at one host. */
  TestCertificates sign(String name, String host) throws Exception {
    String host509 = "SAN=dns:" + host;
    generate(name, host509);
    String request = directory.resolve(name + ".csr").toString();
    keytool(name, "-certreq", "-file", request);
    String signed = certificate(name).toString();
    keytool(CA, "-gencert", "-rfc", "-ext", host509, "-infile", request, "-outfile", signed);
    Files.writeString(key(name), pkcs8(name));
    return this;
  }

  Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  /** In PKCS 8. */
  Path key(String name) {
    return directory.resolve(name + ".key.pem");
  }

  private Path store(String name) {
    return directory.resolve(name + ".p12");
  }

  private String pkcs8(String name) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(store(name))) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      byte[] key = keys.getKey(name, PASSWORD.toCharArray()).getEncoded();
      return "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(key)
          + "\n-----END PRIVATE KEY-----\n";
    }
  }

  private void generate(String name, String extension) {
    keytool(
        name,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-validity",
        "10",
        "-dname",
        "CN=" + name,
        "-ext",
        extension);
  }

  private void keytool(String name, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", name, "-keystore", store(name).toString()));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
