package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where brokers are and who connects, as written in a URL.
 *
 * @param tls whether connections are encrypted
 * @param hosts tried in turn, at least one
 * @param user who connects
 * @param password if the URL gives one
 * @param vhost the virtual host
 */
record BrokerAddress(
    boolean tls, List<Host> hosts, String user, Optional<String> password, String vhost) {
  // Not java.net.URI, which knows neither several hosts nor one with an underscore in its name.
  private static final Pattern URL =
      Pattern.compile(
          "amqp(?<tls>s)?://(?<user>[^:@/?#]*)(?::(?<password>[^:@/?#]*))?@(?<hosts>[^@/?#]*)"
              + "(?:/(?<vhost>[^/?#]*))?");
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+)(?::(?<port>[0-9]{1,5}))?");
  private static final int PLAIN_PORT = 5672;
  private static final int TLS_PORT = 5671;
  private static final int HIGHEST_PORT = 65535;
  private static final String FORM =
      "expected amqp://user:password@host:port,host:port/vhost, or amqps for TLS (characters such as"
          + " @ / : and % in a user, password or vhost are written %40 %2F %3A %25)";

  /** One broker. */
  record Host(String name, int port) {
    @Override
    public String toString() {
      return name + ":" + port;
    }
  }

  /** Copies the list. */
  BrokerAddress {
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads a URL. Without a virtual host it is {@code /}.
   *
   * @throws InvalidSetting when it can't be read; the message never shows the URL, which may hold a
   *     password in a place where nothing recognises it
   */
  static BrokerAddress of(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new InvalidSetting("url", "can't be read; " + FORM);
    }
    if (parts.group("user").isEmpty()) {
      throw new InvalidSetting("url", "names no user; " + FORM);
    }
    boolean tls = parts.group("tls") != null;
    String vhost = parts.group("vhost");
    return new BrokerAddress(
        tls,
        hosts(parts.group("hosts"), tls ? TLS_PORT : PLAIN_PORT),
        decoded(parts.group("user")),
        Optional.ofNullable(parts.group("password")).map(BrokerAddress::decoded),
        vhost == null || vhost.isEmpty() ? "/" : decoded(vhost));
  }

  /**
   * Reads a URL that stands beside a password file and settings of TLS.
   *
   * @throws InvalidSetting when it can't be read, no password is given or two are, or TLS is set up
   *     and not used
   */
  static BrokerAddress withOnePassword(
      String url, Optional<String> passwordFile, boolean tlsIsSetUp) {
    BrokerAddress address = of(url);
    if (address.password().isPresent() && passwordFile.isPresent()) {
      throw new InvalidSetting(
          "passwordFile", "stands beside a password in the URL; remove one of the two");
    }
    if (address.password().isEmpty() && passwordFile.isEmpty()) {
      throw new InvalidSetting(
          "url", "gives no password; write user:password@host, or set passwordFile");
    }
    if (tlsIsSetUp && !address.tls()) {
      throw new InvalidSetting("tls", "is of no use with amqp://; write amqps:// or remove it");
    }
    return address;
  }

  private static List<Host> hosts(String text, int usual) {
    List<Host> hosts = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Matcher parts = HOST.matcher(each);
      if (!parts.matches()) {
        throw new InvalidSetting(
            "url",
            (each.isEmpty() ? "names no host" : "has the host '" + each + "'") + "; " + FORM);
      }
      String port = parts.group("port");
      int number = port == null ? usual : Integer.parseInt(port);
      if (number < 1 || number > HIGHEST_PORT) {
        throw new InvalidSetting("url", "has the port " + port + "; expected 1 to " + HIGHEST_PORT);
      }
      hosts.add(new Host(parts.group("name").replaceAll("[\\[\\]]", ""), number));
    }
    return hosts;
  }

  private static String decoded(String part) {
    try {
      // A plus is itself in a URL's authority and path.
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting("url", "has a part that can't be read; " + FORM);
    }
  }

  /** The places of queues or exchanges here, one for each host, as other adapters name theirs. */
  List<String> places(String what) {
    return hosts.stream().map(host -> "amqp://" + host + "/" + vhost + "/" + what).toList();
  }

  /** In the form {@code user@host:port,host:port/vhost}: what may be shown. */
  @Override
  public String toString() {
    return user
        + "@"
        + String.join(",", hosts.stream().map(Host::toString).toList())
        + (vhost.startsWith("/") ? "" : "/")
        + vhost;
  }
}
