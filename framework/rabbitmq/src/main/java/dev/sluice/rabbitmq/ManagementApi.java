package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the broker's management plugin what a queue is like, policies included. Its answers are some
 * seconds old. Blocks; for one thread.
 */
final class ManagementApi {
  private static final String KEY = "managementUrl";

  private final String url;
  private final BrokerAccess access;
  private HttpClient client;

  /**
   * @param url as {@link #address} takes it
   * @param access who asks
   */
  ManagementApi(String url, BrokerAccess access) {
    this.url = url;
    this.access = access;
  }

  /**
   * Reads an address.
   *
   * @throws InvalidSetting when it is none
   */
  static URI address(String url) {
    try {
      URI address = URI.create(url);
      boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (http && address.getHost() != null && address.getUserInfo() == null) {
        return URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      }
    } catch (IllegalArgumentException e) {
      // Said below, without the text: it may hold a password.
    }
    throw new InvalidSetting(
        KEY,
        "can't be read; expected http://host:port or https://host:port, without a user: the one of"
            + " the connection is used");
  }

  /**
   * What a queue is like.
   *
   * @return empty when there is none of this name
   * @throws InvalidSetup when the plugin refuses the user, or something else answers there
   * @throws IOException when nothing answers within the time
   */
  Optional<QueueDetails> queue(String name, Duration within) throws IOException {
    HttpResponse<String> answer =
        get("/api/queues/" + encoded(access.address().vhost()) + "/" + encoded(name), within);
    return switch (answer.statusCode()) {
      case HttpURLConnection.HTTP_OK -> Optional.of(read(answer.body()));
      case HttpURLConnection.HTTP_NOT_FOUND -> Optional.empty();
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
          throw new InvalidSetup(
              key()
                  + ": "
                  + url
                  + " refuses the user '"
                  + access.address().user()
                  + "': "
                  + answer.body().strip()
                  + "\nFix: give the user the tag management and rights in the virtual host '"
                  + access.address().vhost()
                  + "', or remove managementUrl and set topology.type, deliveryLimit and"
                  + " deadLetterExchange where policies set them");
      default -> throw unusable("answers with the status " + answer.statusCode(), null);
    };
  }

  private String key() {
    return access.key() + ".topology." + KEY;
  }

  private HttpResponse<String> get(String path, Duration within) throws IOException {
    String credentials = access.address().user() + ":" + access.password();
    HttpRequest question =
        HttpRequest.newBuilder(URI.create(address(url) + path))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
            .build();
    // The client's own time-out would end with the headers.
    CompletableFuture<HttpResponse<String>> answer =
        client().sendAsync(question, HttpResponse.BodyHandlers.ofString());
    try {
      return answer.get(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + url);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException(
          key() + ": " + url + " does not answer within " + within.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(
          key() + ": " + url + " can't be asked: " + Causes.text(e.getCause()), e);
    }
  }

  private HttpClient client() {
    if (client == null) {
      // Without an offer of HTTP/2, on which the plugin of 3.10 may hang up.
      HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
      if ("https".equals(address(url).getScheme())) {
        builder.sslContext(Certificates.context(access));
      }
      client = builder.build();
    }
    return client;
  }

  private QueueDetails read(String body) {
    try {
      JsonObject queue = new JsonObject(body);
      Map<String, Object> arguments = map(queue, "arguments");
      String type = queue.getString("type");
      if (type == null) {
        throw unusable("does not say what type a queue is", null);
      }
      return new QueueDetails(
          type,
          queue.getBoolean("durable", true),
          queue.getBoolean("auto_delete", false),
          arguments,
          Optional.of(map(queue, "effective_policy_definition")));
    } catch (DecodeException | ClassCastException e) {
      throw unusable("answers with something else", e);
    }
  }

  private InvalidSetup unusable(String what, Exception cause) {
    return new InvalidSetup(
        key()
            + ": "
            + url
            + " "
            + what
            + "\nFix: name the address of RabbitMQ's management plugin, or remove the setting",
        cause);
  }

  /** An empty table is written as a list by some releases. */
  private static Map<String, Object> map(JsonObject in, String name) {
    Map<String, Object> found = new HashMap<>();
    if (in.getValue(name) instanceof JsonObject table) {
      table.forEach(
          entry -> {
            if (entry.getValue() != null) {
              found.put(entry.getKey(), entry.getValue());
            }
          });
    }
    return found;
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
