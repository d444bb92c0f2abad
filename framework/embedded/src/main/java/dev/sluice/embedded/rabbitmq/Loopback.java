package dev.sluice.embedded.rabbitmq;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** Connections to servers on 127.0.0.1. */
final class Loopback {
  private static final byte[] ADDRESS = {127, 0, 0, 1};

  private Loopback() {}

  /**
   * Connects; the caller closes.
   *
   * @param patience bounds connecting and each read
   */
  static Socket connect(int port, Duration patience) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout((int) patience.toMillis());
      socket.connect(
          new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port),
          (int) patience.toMillis());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** True when anybody listens. */
  static boolean listening(int port, Duration patience) {
    try (Socket socket = connect(port, patience)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
