package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** What TLS trusts and shows, from PEM files. Read anew for every connection. */
final class Certificates {
  private static final char[] NO_PASSWORD = {};

  private Certificates() {}

  /**
   * What a connection is encrypted with.
   *
   * @throws InvalidSetup when a file can't be read
   */
  static SSLContext context(BrokerAccess access) {
    String key = access.key() + ".tls";
    try {
      TrustManager[] trusted =
          trust(access.tls().flatMap(RabbitTlsConfig::caFile), key + ".caFile");
      KeyManager[] shown = null;
      if (access.tls().flatMap(RabbitTlsConfig::certificateFile).isPresent()) {
        shown = identity(access.tls().get(), key);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown, trusted, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new InvalidSetup(key + " can't be used: " + e + "\nFix: see its files", e);
    }
  }

  private static TrustManager[] trust(Optional<String> caFile, String key)
      throws GeneralSecurityException {
    KeyStore store = null;
    if (caFile.isPresent()) {
      store = empty();
      int number = 0;
      for (Certificate each : certificates(caFile.get(), key)) {
        store.setCertificateEntry("ca-" + number++, each);
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] identity(RabbitTlsConfig tls, String key)
      throws GeneralSecurityException {
    Collection<? extends Certificate> chain =
        certificates(tls.certificateFile().orElseThrow(), key + ".certificateFile");
    KeyStore store = empty();
    store.setKeyEntry(
        "worker",
        privateKey(tls.keyFile().orElseThrow(), key + ".keyFile"),
        NO_PASSWORD,
        chain.toArray(new Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try {
      store.load(null, NO_PASSWORD);
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read", e);
    }
    return store;
  }

  private static Collection<? extends Certificate> certificates(String file, String key) {
    try (InputStream in = new ByteArrayInputStream(bytes(file, key))) {
      Collection<? extends Certificate> read =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (read.isEmpty()) {
        throw unreadable(file, key, "it holds no certificate", null);
      }
      return read;
    } catch (GeneralSecurityException | IOException e) {
      throw unreadable(file, key, e.toString(), e);
    }
  }

  private static PrivateKey privateKey(String file, String key) {
    String text = new String(bytes(file, key), StandardCharsets.US_ASCII);
    String begin = "-----BEGIN PRIVATE KEY-----";
    int from = text.indexOf(begin);
    int to = text.indexOf("-----END PRIVATE KEY-----");
    if (from < 0 || to < from) {
      throw unreadable(file, key, "it holds no '" + begin + "' (PKCS 8, not encrypted)", null);
    }
    try {
      PKCS8EncodedKeySpec spec =
          new PKCS8EncodedKeySpec(
              Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to)));
      for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(spec);
        } catch (GeneralSecurityException e) {
          // Of another kind.
        }
      }
    } catch (IllegalArgumentException e) {
      throw unreadable(file, key, e.toString(), e);
    }
    throw unreadable(file, key, "its key is none of RSA, EC and Ed25519", null);
  }

  private static byte[] bytes(String file, String key) {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, key, e.toString(), e);
    }
  }

  private static InvalidSetup unreadable(String file, String key, String why, Exception cause) {
    return new InvalidSetup(
        key + ": '" + file + "' can't be read: " + why + "\nFix: name a PEM file", cause);
  }
}
