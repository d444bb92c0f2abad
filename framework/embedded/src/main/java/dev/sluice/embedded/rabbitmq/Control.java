package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.ServerFailed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks the script that runs inside the broker, {@code control.erl}. The broker's own commands start
 * an Erlang of their own for every question, and the figures of its management plugin lag. Blocks.
 *
 * @param file where the script says its port and its token
 */
record Control(Path file) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** True when the script answers, which it does once the broker has started. */
  boolean ready() {
    return Files.exists(file);
  }

  /** Makes a virtual host where a user may do everything. */
  void vhost(String name, String user) {
    ask("vhost", name, user);
  }

  /** What a queue holds; empty when there is none. */
  Optional<QueueCounts> counts(String vhost, String queue) {
    List<String> counts = ask("counts", vhost, queue);
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new QueueCounts(
                Long.parseLong(counts.get(0)),
                Long.parseLong(counts.get(1)),
                Integer.parseInt(counts.get(2))));
  }

  /** Closes the connections to a virtual host; only those of one name when one is given. */
  int close(String vhost, String... name) {
    return Integer.parseInt(
        ask(Stream.concat(Stream.of("close", vhost), Arrays.stream(name)).toArray(String[]::new))
            .get(0));
  }

  private List<String> ask(String... request) {
    try {
      List<String> portAndToken = Files.readAllLines(file, StandardCharsets.US_ASCII);
      String answer =
          exchange(
              Integer.parseInt(portAndToken.get(0)),
              Stream.concat(Stream.of(portAndToken.get(1)), Arrays.stream(request))
                  .map(Control::encoded)
                  .collect(Collectors.joining(" ", "", "\n")));
      List<String> words =
          Arrays.stream(answer.split(" ", -1)).skip(1).map(Control::decoded).toList();
      if (!answer.startsWith("ok")) {
        throw new ServerFailed(
            "RabbitMQ refused " + String.join(" ", request) + ": " + String.join(" ", words));
      }
      return words;
    } catch (IOException e) {
      throw new ServerFailed(
          "RabbitMQ did not answer " + String.join(" ", request) + ": " + e + "; does it run?", e);
    }
  }

  private static String exchange(int port, String line) throws IOException {
    try (Socket socket = Loopback.connect(port, PATIENCE)) {
      socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
      String answer =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      if (answer == null) {
        throw new IOException("the connection was closed");
      }
      return answer;
    }
  }

  private static String encoded(String word) {
    return Base64.getEncoder().encodeToString(word.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String word) {
    return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
  }
}
