package dev.sluice.kafka;

import dev.sluice.embedded.process.FreePorts;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The wire between clients and a broker. It can hold back the requests of a kind, and everything
 * behind them on the same connection, as a network in trouble does; it can be cut, and be slow.
 */
final class Link {
  private static final int SOME_BYTES = 1 << 18;

  private final ServerSocket server;
  private final IntSupplier brokerPort;
  private BiPredicate<ApiKeys, String> held = Link::nothing;
  private int holding;
  private final Set<Socket> open = new HashSet<>();
  private boolean cut;
  private volatile Pace pace = Pace.FULL;

  /**
   * @param brokerPort where the broker listens, asked for at each connection
   */
  Link(IntSupplier brokerPort) {
    this.brokerPort = brokerPort;
    try {
      server = new ServerSocket(FreePorts.next(), 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("link-accept", this::accept);
  }

  private static boolean nothing(ApiKeys kind, String client) {
    return false;
  }

  int port() {
    return server.getLocalPort();
  }

  /** Holds back what matches, from the next request on, and lets through what does not. */
  synchronized void hold(BiPredicate<ApiKeys, String> kindAndClient) {
    held = kindAndClient;
    notifyAll();
  }

  /** Hangs up on everybody, and on whoever calls again. */
  synchronized void cut() {
    cut = true;
    open.forEach(Link::hangUp);
    open.clear();
  }

  /** From here on everything takes its time, in both directions. */
  void slow(Duration latency, int bytesPerSecond) {
    pace = new Pace(latency, bytesPerSecond);
  }

  /** Mends whatever is wrong, and lets everything through that was held back. */
  synchronized void release() {
    held = Link::nothing;
    cut = false;
    pace = Pace.FULL;
    notifyAll();
  }

  /** How many connections stand still now. */
  synchronized int holding() {
    return holding;
  }

  private void accept() {
    try {
      while (true) {
        connect(server.accept());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort.getAsInt());
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      if (opened(client, broker)) {
        start("link-requests", () -> requests(client, broker));
        start("link-responses", () -> responses(broker, client));
      }
    } catch (IOException e) {
      client.close();
    }
  }

  private synchronized boolean opened(Socket client, Socket broker) {
    open.removeIf(Socket::isClosed);
    if (cut) {
      hangUp(client);
      hangUp(broker);
      return false;
    }
    open.add(client);
    open.add(broker);
    return true;
  }

  private static void hangUp(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void requests(Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to.getOutputStream()));
      while (true) {
        byte[] request = new byte[in.readInt()];
        in.readFully(request);
        pass(request);
        pace.passed(request.length);
        out.writeInt(request.length);
        out.write(request);
        out.flush();
      }
    } catch (IOException e) {
      // One of the two has hung up.
    }
  }

  private synchronized void pass(byte[] request) {
    ByteBuffer header = ByteBuffer.wrap(request);
    ApiKeys kind = ApiKeys.forId(header.getShort());
    header.position(Short.BYTES + Short.BYTES + Integer.BYTES);
    byte[] client = new byte[Math.max(0, header.getShort())];
    header.get(client);
    String clientId = new String(client, StandardCharsets.UTF_8);
    holding++;
    try {
      while (held.test(kind, clientId)) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      holding--;
    }
  }

  private void responses(Socket from, Socket to) {
    byte[] some = new byte[SOME_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(some); length >= 0; length = in.read(some)) {
        pace.passed(length);
        out.write(some, 0, length);
      }
    } catch (IOException e) {
      // One of the two has hung up.
    }
  }
}
