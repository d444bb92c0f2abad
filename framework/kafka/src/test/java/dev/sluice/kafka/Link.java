package dev.sluice.kafka;

import dev.sluice.embedded.process.FreePorts;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The wire between clients and a broker. It can hold back the requests of a kind, and everything
 * behind them on the same connection, as a network in trouble does.
 */
final class Link {
  private final ServerSocket server;
  private final IntSupplier brokerPort;
  private BiPredicate<ApiKeys, String> held = Link::nothing;
  private int holding;

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

  /** Lets everything through that was held back. */
  synchronized void release() {
    held = Link::nothing;
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
      start("link-requests", () -> requests(client, broker));
      start("link-responses", () -> responses(broker, client));
    } catch (IOException e) {
      client.close();
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

  private static void responses(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One of the two has hung up.
    }
  }
}
