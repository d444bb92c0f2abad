package dev.sluice.benchmarks.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

/** Connections of the native client, with its defaults. */
final class Connecting {
  private Connecting() {}

  /** How to connect. */
  static ConnectionFactory factory(String url) throws URISyntaxException, GeneralSecurityException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(url);
    return factory;
  }

  /** Connects. Blocks. */
  static Connection to(String url)
      throws IOException, TimeoutException, URISyntaxException, GeneralSecurityException {
    return factory(url).newConnection();
  }
}
