package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import dev.sluice.spi.Connections;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManagerFactory;

/**
 * Where a database is and who connects, as written in a URL.
 *
 * @param options the same as the client takes it, password included
 * @param passwordGiven whether the URL holds a password
 * @param pooled whether a pooler between shares the server's connections by transaction
 */
record Address(PgConnectOptions options, boolean passwordGiven, boolean pooled) {
  // Not java.net.URI, which knows no host with an underscore in its name.
  private static final Pattern URL =
      Pattern.compile(
          "postgres(?:ql)?://(?<user>[^:@/?#]*)(?<password>:[^:@/?#]*)?@(?<host>[^@/?#]*?)"
              + "(?::[0-9]{1,5})?/(?<database>[^/?#]*)(?:\\?[^#]*)?");

  // Ours, not the client's: what it does not know it tells the server, which refuses it.
  private static final Pattern POOLER =
      Pattern.compile("([?&])pooler=(?<value>[^&#]*)(?:&|(?=#|$))");
  private static final String FORM =
      "expected postgresql://user:password@host:port/database (characters such as @ / : and % in a"
          + " user or password are written %40 %2F %3A %25)";

  /**
   * Reads a URL.
   *
   * @throws InvalidSetting when it can't be read; the message never shows the URL, which may hold a
   *     password in a place where nothing recognises it
   */
  static Address of(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new InvalidSetting("url", "can't be read; " + FORM);
    }
    require(!parts.group("user").isEmpty(), "user");
    require(!parts.group("host").isEmpty(), "host");
    require(!parts.group("database").isEmpty(), "database");
    boolean pooled = sharesConnections(url);
    try {
      PgConnectOptions options = PgConnectOptions.fromUri(POOLER.matcher(url).replaceAll("$1"));
      if (pooled) {
        // No pooler takes it, and only texts of floating-point numbers depend on it.
        options.getProperties().remove("extra_float_digits");
      }
      return new Address(withTrust(options), parts.group("password") != null, pooled);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting("url", "has a part that can't be read; " + FORM);
    }
  }

  private static boolean sharesConnections(String url) {
    Matcher pooler = POOLER.matcher(url);
    if (!pooler.find()) {
      return false;
    }
    if (!pooler.group("value").equals("transaction")) {
      throw new InvalidSetting(
          "url",
          "has pooler="
              + pooler.group("value")
              + "; expected pooler=transaction, or nothing for a server or a pooler that shares"
              + " connections by session");
    }
    return true;
  }

  /** A copy of the options that a client may keep and change. */
  PgConnectOptions forClient() {
    // The client's own copies of its options forget this one.
    return new PgConnectOptions(options).setUseLayer7Proxy(pooled);
  }

  /** The same for a client that keeps prepared statements, where its connections are its own. */
  Address preparing() {
    return new Address(
        new PgConnectOptions(options).setCachePreparedStatements(!pooled), passwordGiven, pooled);
  }

  /**
   * Reads a URL that stands beside a password file.
   *
   * @throws InvalidSetting when it can't be read, or both give a password
   */
  static Address withOnePassword(String url, Optional<String> passwordFile) {
    Address address = of(url);
    if (address.passwordGiven() && passwordFile.isPresent()) {
      throw new InvalidSetting(
          "passwordFile", "stands beside a password in the URL; remove one of the two");
    }
    return address;
  }

  // As libpq: up to "require" the traffic is encrypted and any certificate does, "verify-ca" and
  // "verify-full" want one that the JVM trusts.
  private static PgConnectOptions withTrust(PgConnectOptions options) {
    SslMode mode = options.getSslMode();
    if (mode == SslMode.DISABLE || options.getSslOptions() != null) {
      return options;
    }
    boolean verify = mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
    ClientSSLOptions trust = new ClientSSLOptions().setTrustAll(!verify);
    if (verify) {
      trust.setTrustOptions(trustOfTheJvm());
    }
    trust.setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
    options.setSslOptions(trust);
    return options;
  }

  private static TrustOptions trustOfTheJvm() {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      return TrustOptions.wrap(factory.getTrustManagers()[0]);
    } catch (GeneralSecurityException e) {
      throw new InvalidSetup("the trust store of this JVM can't be read: " + e.getMessage(), e);
    }
  }

  private static void require(boolean there, String part) {
    if (!there) {
      throw new InvalidSetting("url", "names no " + part + "; " + FORM);
    }
  }

  /** In the form {@code user@host:port/database}: what may be shown. */
  @Override
  public String toString() {
    return options.getUser() + "@" + hostPort() + "/" + options.getDatabase();
  }

  /** Connections to this server, as the budget of the worker counts them. */
  Connections connections(int most, String what) {
    return new Connections(
        "postgres://" + hostPort().toLowerCase(Locale.ROOT),
        most,
        what + ", database " + options.getDatabase());
  }

  String hostPort() {
    return options.getHost() + ":" + options.getPort();
  }
}
