package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;

/** Where a connection leads, in words. */
final class Connected {
  private Connected() {}

  /** The broker as {@code host:port}. Looks nothing up. */
  static String place(Connection connection) {
    // Its text is "name/address", the name empty when an address was given.
    String[] parts = String.valueOf(connection.getAddress()).split("/", 2);
    String host = parts[0].isEmpty() && parts.length > 1 ? parts[1] : parts[0];
    return host + ":" + connection.getPort();
  }
}
