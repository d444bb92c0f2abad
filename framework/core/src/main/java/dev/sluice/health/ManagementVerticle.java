package dev.sluice.health;

import dev.sluice.config.ManagementSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests on its own event loop; a deployed verticle has its server closed with it. */
final class ManagementVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementVerticle.class);
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;
  private static final int HEADER_BYTES = 8 * 1024;
  private static final int LINE_BYTES = 2 * 1024;
  private static final int IDLE_SECONDS = 60;

  private final ManagementSettings settings;
  private final WorkerStatus status;
  private volatile int port;

  ManagementVerticle(ManagementSettings settings, WorkerStatus status) {
    this.settings = settings;
    this.status = status;
  }

  /** The port it listens on, once deployed. */
  int port() {
    return port;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(settings.host())
            .setPort(settings.port())
            .setHttp2ClearTextEnabled(false)
            .setMaxHeaderSize(HEADER_BYTES)
            .setMaxInitialLineLength(LINE_BYTES)
            .setIdleTimeout(IDLE_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS);
    return vertx
        .createHttpServer(options)
        .requestHandler(this::answer)
        .listen()
        .onSuccess(server -> port = server.actualPort());
  }

  private void answer(HttpServerRequest request) {
    if (!request.method().equals(HttpMethod.GET)) {
      // Whatever body follows is of no interest.
      request.response().putHeader("Allow", "GET").putHeader("Connection", "close");
      respond(request, NOT_ALLOWED, StatusJson.error("only GET is answered here"));
      return;
    }
    try {
      route(request);
    } catch (RuntimeException e) {
      LOG.error("Can't answer {}", request.path(), e);
      respond(request, FAILED, StatusJson.error("the worker can't answer: " + e));
    }
  }

  private void route(HttpServerRequest request) {
    switch (request.path()) {
      case "/health/started" -> probe(request, status::started);
      case "/health/ready" -> probe(request, status::ready);
      case "/health/live" -> probe(request, status::live);
      case "/status" -> respond(request, OK, StatusJson.status(status.status()));
      default ->
          respond(
              request,
              NOT_FOUND,
              StatusJson.error(
                  "there are /health/started, /health/ready, /health/live and /status"));
    }
  }

  private static void probe(HttpServerRequest request, Supplier<Check> probe) {
    Check check = probe.get();
    respond(request, check.ok() ? OK : UNAVAILABLE, StatusJson.check(check));
  }

  private static void respond(HttpServerRequest request, int code, Buffer body) {
    request
        .response()
        .setStatusCode(code)
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store")
        .end(body);
  }
}
