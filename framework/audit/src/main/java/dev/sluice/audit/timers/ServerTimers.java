package dev.sluice.audit.timers;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * nginx, PHP-FPM and Apache httpd, which drain on another signal than TERM, and PostgreSQL, which
 * drains on TERM for as long as clients stay.
 */
final class ServerTimers implements Family {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Override
  public List<AppTimer> timers(CommandLine line, Settings settings) {
    return switch (line.name()) {
      case "nginx", "openresty" -> List.of(nginx(line, settings));
      case "httpd", "apache2", "httpd-foreground", "apache2-foreground" ->
          List.of(unlimited("httpd GracefulShutdownTimeout", "httpd's, on WINCH", "WINCH"));
      case "postgres" ->
          List.of(
              new AppTimer(
                  "postgres smart shutdown",
                  Figure.defaulted(
                      Figure.UNLIMITED,
                      "postgres's on TERM: waits until all clients have gone; INT is the fast"
                          + " shutdown, which rolls back what they do"),
                  false,
                  Optional.empty()));
      default -> line.name().startsWith("php-fpm") ? List.of(phpFpm(line, settings)) : List.of();
    };
  }

  private static AppTimer unlimited(String name, String whose, String signal) {
    return new AppTimer(
        name, Figure.defaulted(Figure.UNLIMITED, whose), false, Optional.of(signal));
  }

  private static AppTimer nginx(CommandLine line, Settings settings) {
    String path = line.option("-c").map(Word::text).orElse("/etc/nginx/nginx.conf");
    Optional<Figure> figure =
        settings
            .file(path)
            .flatMap(text -> Settings.line(text, "worker_shutdown_timeout"))
            .map(word -> Settings.figure(word, SECOND));
    return figure
        .map(it -> new AppTimer("nginx worker_shutdown_timeout", it, true, Optional.of("QUIT")))
        .orElseGet(() -> unlimited("nginx worker_shutdown_timeout", "nginx's, on QUIT", "QUIT"));
  }

  private static AppTimer phpFpm(CommandLine line, Settings settings) {
    String path =
        line.option("-y", "--fpm-config").map(Word::text).orElse("/usr/local/etc/php-fpm.conf");
    Figure figure =
        settings
            .file(path)
            .map(
                text ->
                    Settings.line(text, "process_control_timeout")
                        .map(word -> Settings.figure(word, SECOND))
                        .orElseGet(() -> Figure.defaulted(Duration.ZERO, "php-fpm's")))
            .orElseGet(
                () ->
                    Figure.unknown(
                        "process_control_timeout in " + path + "; 0 s when it is not set"));
    return new AppTimer("php-fpm process_control_timeout", figure, true, Optional.of("QUIT"));
  }
}
