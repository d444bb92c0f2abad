package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on the loopback address that nobody listens on. They are taken from below the range that
 * Linux hands to outgoing connections: while a server is down, a client that dials its port again
 * and again could otherwise be given that very port and so keep the server from coming back.
 */
public final class FreePorts {
  private static final int LOWEST = 12_000;
  private static final int HIGHEST = 30_000;
  private static final int TRIES = 1_000;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private FreePorts() {}

  /** A port that is free now. */
  public static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (free(port)) {
        return port;
      }
    }
    throw new ServerFailed("no free port between " + LOWEST + " and " + HIGHEST + " on 127.0.0.1");
  }

  /** True when nobody listens on it. */
  public static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByAddress(LOOPBACK))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
