package dev.sluice.embedded.rabbitmq;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The first words of AMQP 0-9-1. */
final class Handshake {
  private static final byte[] HEADER = "AMQP\0\0\11\1".getBytes(StandardCharsets.US_ASCII);
  private static final int METHOD_FRAME = 1;

  private Handshake() {}

  /**
   * True when a broker answers on the loopback address. Blocks.
   *
   * @param patience for connecting, and for the answer
   */
  static boolean answered(int port, Duration patience) {
    try (Socket socket = Loopback.connect(port, patience)) {
      socket.getOutputStream().write(HEADER);
      return socket.getInputStream().read() == METHOD_FRAME;
    } catch (IOException e) {
      return false;
    }
  }
}
