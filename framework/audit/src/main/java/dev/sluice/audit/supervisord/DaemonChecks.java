package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.EnvVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The sections of the daemon itself: they matter because it does not start with a bad one. */
final class DaemonChecks {
  private static final Set<String> LEVELS =
      Set.of("critical", "error", "warn", "info", "debug", "trace", "blather");

  private final IniFile ini;
  private final Names variables;
  private final Names names;
  private final Remarks remarks;

  /**
   * Checks.
   *
   * @param variables those of the environment
   * @param names the same and {@code here}
   */
  DaemonChecks(IniFile ini, Names variables, Names names, Remarks remarks) {
    this.ini = ini;
    this.variables = variables;
    this.names = names;
    this.remarks = remarks;
  }

  /** Reads the section {@code supervisord}; what it gives to all programs' environments. */
  List<EnvVariable> supervisord(IniSection section) {
    Settings settings = new Settings(ini, section, names, remarks);
    List.of("minfds", "minprocs", "logfile_backups").forEach(key -> settings.integer(key, 10));
    settings.octal("umask");
    settings.bytes("logfile_maxbytes");
    settings.read(
        "loglevel",
        "",
        text -> Optional.of(text.toLowerCase(Locale.ROOT)).filter(LEVELS::contains),
        text -> "is no level",
        text -> "write loglevel=info");
    List.of("nodaemon", "silent", "nocleanup", "strip_ansi")
        .forEach(key -> settings.flag(key, false));
    List.of("directory", "user", "logfile", "pidfile", "identifier", "childlogdir")
        .forEach(settings::text);
    return environment(settings);
  }

  /** Checks the sections of plug-ins and of the sockets for clients. */
  void others() {
    for (IniSection section : ini.sections()) {
      Settings settings = new Settings(ini, section, variables, remarks);
      Optional<SectionKind> kind = SectionKind.of(section.name());
      if (kind.isPresent()) {
        switch (kind.get()) {
          case RPC_INTERFACE -> plugin(settings);
          case INET_HTTP_SERVER -> {
            login(settings);
            port(settings);
          }
          case UNIX_HTTP_SERVER -> {
            Settings withHere = settings.with(names);
            if (settings.raw("file").isEmpty()) {
              settings.refuse("there is no file", Change.set("add file=/run/supervisor.sock"));
            }
            withHere.text("file");
            login(settings);
            settings.text("chown");
            settings.octal("chmod");
          }
          default -> {}
        }
      }
    }
  }

  /** Expanded twice by supervisord itself; only the second time knows the machine's name. */
  private static List<EnvVariable> environment(Settings settings) {
    String key = "environment";
    Settings again = settings.with(settings.names().inner().unread("host_node_name"));
    Optional<PercentFormat.Expanded> once = settings.text(key, Environments::unread);
    if (once.isEmpty()) {
      return new ArrayList<>();
    }
    IniValue written = settings.raw(key).orElseThrow();
    return again
        .expand(key, written, once.get().text(), Environments::unread)
        .map(
            it ->
                Environments.read(
                    settings,
                    written,
                    new PercentFormat.Expanded(it.text(), it.known() && once.get().known())))
        .orElseGet(ArrayList::new);
  }

  private void plugin(Settings settings) {
    if (settings.raw("supervisor.rpcinterface_factory").isEmpty()) {
      settings.refuse(
          "there is no supervisor.rpcinterface_factory",
          Change.set(
              "add supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface"));
    }
    settings.section().values().keySet().forEach(settings::text);
    ini.defaults().ifPresent(it -> it.values().keySet().forEach(settings::text));
  }

  private static void login(Settings settings) {
    settings.text("username");
    settings.text("password");
    if (settings.raw("username").isPresent() != settings.raw("password").isPresent()) {
      settings.refuse(
          "there is only one of username and password", Change.set("write both, or none"));
    }
  }

  private static void port(Settings settings) {
    if (settings.raw("port").isEmpty()) {
      settings.refuse("there is no port", Change.set("add port=127.0.0.1:9001"));
    }
    settings.read(
        "port",
        "",
        text -> Ports.of(text).map(it -> text),
        text -> "has no port from 1 to 65535",
        text -> "write port=127.0.0.1:9001");
  }
}
