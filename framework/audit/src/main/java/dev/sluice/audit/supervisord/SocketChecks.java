package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import java.math.BigInteger;
import java.util.Optional;

/** What supervisord demands of a {@code [fcgi-program:]} besides what it demands of a program. */
final class SocketChecks {
  private static final String TCP = "tcp://";
  private static final String UNIX = "unix://";

  private SocketChecks() {}

  static void check(Settings settings) {
    settings.text("user");
    settings.text("socket_owner");
    Setting<BigInteger> backlog = settings.integer("socket_backlog", 1);
    if (Ports.outside(backlog.or(BigInteger.ONE))) {
      settings.refuse(
          "socket_backlog",
          backlog.written().orElseThrow(),
          "is not within 1 to 65535",
          Change.set("write socket_backlog=128"));
    }
    settings.octal("socket_mode");
    Names names =
        settings
            .names()
            .inner()
            .text("program_name", PythonText.strip(settings.section().suffix()));
    Settings inner = settings.with(names);
    Optional<PercentFormat.Expanded> socket = inner.text("socket");
    if (settings.raw("socket").isEmpty() || socket.map(it -> it.text().isEmpty()).orElse(false)) {
      settings.refuse(
          "there is no \"socket\" line",
          Change.set("add socket=unix:///run/%(program_name)s.sock"));
    } else if (socket.isPresent() && socket.get().known()) {
      address(settings, socket.get().text());
    }
  }

  private static void address(Settings settings, String socket) {
    boolean unix = socket.startsWith(UNIX);
    boolean good = unix ? socket.startsWith("/", UNIX.length()) : tcp(socket);
    IniValue written = settings.raw("socket").orElseThrow();
    if (!good) {
      settings.refuse(
          "socket",
          written,
          "is neither unix:///absolute/path nor tcp://host:port",
          Change.set("write socket=unix:///run/app.sock or socket=tcp://localhost:9000"));
    } else if (!unix
        && settings.raw("socket_owner").or(() -> settings.raw("socket_mode")).isPresent()) {
      settings.refuse(
          "socket",
          written,
          "has an owner or a mode, which only a unix socket can have",
          Change.remove("take socket_owner and socket_mode away"));
    }
  }

  private static boolean tcp(String socket) {
    int colon = socket.lastIndexOf(':');
    if (!socket.startsWith(TCP) || colon <= TCP.length()) {
      return false;
    }
    String host = socket.substring(TCP.length(), colon);
    String port = socket.substring(colon + 1);
    return host.chars().noneMatch(c -> c == ':' || PythonText.isSpace((char) c))
        && port.chars().allMatch(Character::isDigit)
        && PythonText.integer(port, 10).filter(it -> !Ports.outside(it)).isPresent();
  }
}
