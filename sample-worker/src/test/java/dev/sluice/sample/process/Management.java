package dev.sluice.sample.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * The HTTP server of a worker.
 *
 * @param port where it listens
 */
public record Management(int port) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration WITHIN = Duration.ofSeconds(10);

  /** An answer: the code and the body. */
  public record Answer(int code, JsonNode body) {}

  /** Asks for a path. */
  public Answer get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(WITHIN)
            .build();
    var response = CLIENT.send(request, BodyHandlers.ofString());
    return new Answer(response.statusCode(), JSON.readTree(response.body()));
  }

  /** The code of a probe: {@code started}, {@code ready} or {@code live}. */
  public int probe(String name) throws IOException, InterruptedException {
    return get("/health/" + name).code();
  }
}
