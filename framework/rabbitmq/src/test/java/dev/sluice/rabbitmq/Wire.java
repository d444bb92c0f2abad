package dev.sluice.rabbitmq;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The wire between one worker and the broker. It can be held: nothing passes then; or cut, once or
 * for all that call.
 */
final class Wire implements AutoCloseable {
  private static final int AT_ONCE = 16_384;

  private final int brokerPort;
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private boolean held;
  private volatile boolean cut;

  Wire(int brokerPort) {
    this.brokerPort = brokerPort;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("wire-accept", this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Nothing passes from now on, in either direction. */
  synchronized void hold() {
    held = true;
  }

  /** What was held passes, and all that follows. */
  synchronized void release() {
    held = false;
    notifyAll();
  }

  /** Breaks all connections; new ones get through. */
  void drop() {
    sockets.forEach(Wire::hangUp);
  }

  /** Breaks all connections and lets none through. */
  void cut() {
    cut = true;
    drop();
  }

  /** Lets connections through again. */
  void mend() {
    cut = false;
  }

  private static void hangUp(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Breaks all connections. */
  @Override
  public void close() {
    release();
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    drop();
  }

  private static void start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        connect(listening.accept());
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void connect(Socket client) throws IOException {
    if (cut) {
      client.close();
      return;
    }
    try {
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(broker);
      start("wire-there", () -> pass(client, broker));
      start("wire-back", () -> pass(broker, client));
    } catch (IOException e) {
      client.close();
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[AT_ONCE];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        awaitFree();
        out.write(bytes, 0, read);
      }
      // A hang-up is news, too.
      awaitFree();
    } catch (IOException e) {
      // One of the two has hung up.
    }
    sockets.remove(from);
    sockets.remove(to);
  }

  private synchronized void awaitFree() {
    try {
      while (held) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
