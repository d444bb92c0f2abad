package dev.sluice.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The wire between one worker and the server. It can be held: nothing passes then; or cut, for all
 * or around one COMMIT.
 */
final class Wire implements AutoCloseable {
  private static final int AT_ONCE = 16_384;

  private final int serverPort;
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Cut> atCommit = new AtomicReference<>();
  private boolean held;
  private volatile boolean cut;
  private volatile boolean allBehindCommit;

  /** Where a connection is cut around a COMMIT. */
  enum Cut {
    /** It does not reach the server. */
    BEFORE,
    /** Its answer does not reach the client. */
    AFTER
  }

  Wire(int serverPort) {
    this.serverPort = serverPort;
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

  /** Cuts the connection that sends the next COMMIT; others stay. */
  void cutAtCommit(Cut where) {
    atCommit.set(where);
  }

  /** Whenever a connection is cut at a COMMIT, all are, and none gets through any more. */
  void cutAllBehindCommit() {
    allBehindCommit = true;
  }

  /** Breaks all connections and lets none through. */
  void cut() {
    cut = true;
    sockets.forEach(Wire::hangUp);
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
      sockets.forEach(Wire::hangUp);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(server);
      AtomicBoolean committing = new AtomicBoolean();
      start("wire-there", () -> pass(client, server, bytes -> cutsThere(bytes, committing)));
      start("wire-back", () -> pass(server, client, bytes -> cutsBack(committing)));
    } catch (IOException e) {
      client.close();
    }
  }

  private boolean cutsBack(AtomicBoolean committing) {
    if (committing.get() && allBehindCommit) {
      cut();
    }
    return committing.get();
  }

  private boolean cutsThere(String bytes, AtomicBoolean committing) {
    Cut where = bytes.contains("; COMMIT\0") ? atCommit.getAndSet(null) : null;
    committing.set(where == Cut.AFTER);
    return where == Cut.BEFORE;
  }

  private void pass(Socket from, Socket to, Predicate<String> cuts) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[AT_ONCE];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        awaitFree();
        if (cuts.test(new String(bytes, 0, read, StandardCharsets.ISO_8859_1))) {
          break;
        }
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
