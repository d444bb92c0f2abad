package dev.sluice.audit.supervisord;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.TreeMap;

/** The sections that supervisord knows, with their keys and what holds where one is not set. */
enum SectionKind {
  /** A program. */
  PROGRAM("program:", programKeys("")),
  /** A program that gets events. */
  EVENT_LISTENER("eventlistener:", programKeys("buffer_size=10 events result_handler")),
  /** A program behind a socket that supervisord holds. */
  FCGI_PROGRAM("fcgi-program:", programKeys("socket socket_backlog socket_owner socket_mode=0700")),
  /** Programs that stop together. */
  GROUP("group:", "programs priority=999"),
  /** The daemon itself. */
  SUPERVISORD(
      "supervisord",
      "logfile=supervisord.log logfile_maxbytes=50MB logfile_backups=10 loglevel=info"
          + " pidfile=supervisord.pid umask=022 nodaemon=false silent=false minfds=1024"
          + " minprocs=200 nocleanup=false childlogdir user directory strip_ansi=false"
          + " environment identifier=supervisor"),
  /** Other files. */
  INCLUDE("include", "files"),
  /** Its client. */
  SUPERVISORCTL("supervisorctl", "serverurl username password prompt=supervisor history_file"),
  /** Its socket for clients on the machine. */
  UNIX_HTTP_SERVER("unix_http_server", "file chmod=0700 chown username password"),
  /** Its socket for all clients. */
  INET_HTTP_SERVER("inet_http_server", "port username password"),
  /** A plug-in of the daemon; it has keys of its own. */
  RPC_INTERFACE("rpcinterface:", ""),
  /** A plug-in of the client; it has keys of its own. */
  CTL_PLUGIN("ctlplugin:", "");

  private static final Map<SectionKind, Map<String, String>> KEYS =
      new EnumMap<>(SectionKind.class);

  static {
    for (SectionKind kind : values()) {
      KEYS.put(kind, keys(kind.list));
    }
  }

  private final String start;
  private final String list;

  /**
   * A kind.
   *
   * @param list its keys, each with its default if it has one; empty when it takes any key
   */
  SectionKind(String start, String list) {
    this.start = start;
    this.list = list;
  }

  /** What its sections begin with, with the colon where a name follows. */
  String start() {
    return start;
  }

  /** Its keys and their defaults; an empty text where there is none to speak of. */
  Map<String, String> keys() {
    return KEYS.getOrDefault(this, Map.of());
  }

  /** Whether every key is known: plug-ins have their own. */
  boolean closed() {
    return !list.isEmpty();
  }

  boolean runsProcesses() {
    return this == PROGRAM || this == EVENT_LISTENER || this == FCGI_PROGRAM;
  }

  /** The kind of a section by its name; empty for one that supervisord passes over. */
  static Optional<SectionKind> of(String section) {
    return Arrays.stream(values()).filter(kind -> kind.matches(section)).findFirst();
  }

  private boolean matches(String section) {
    return switch (this) {
      case SUPERVISORD, INCLUDE, SUPERVISORCTL -> section.equals(start);
      default -> section.startsWith(start);
    };
  }

  private static String programKeys(String more) {
    return "command process_name=%(program_name)s numprocs=1 numprocs_start=0 directory umask"
        + " priority=999 autostart=true startsecs=1 startretries=3 autorestart=unexpected"
        + " exitcodes=0 stopsignal=TERM stopwaitsecs=10 stopasgroup=false killasgroup=false"
        + " user redirect_stderr=false stdout_logfile=AUTO stdout_logfile_maxbytes=50MB"
        + " stdout_logfile_backups=10 stdout_capture_maxbytes=0 stdout_events_enabled=false"
        + " stdout_syslog=false stderr_logfile=AUTO stderr_logfile_maxbytes=50MB"
        + " stderr_logfile_backups=10 stderr_capture_maxbytes=0 stderr_events_enabled=false"
        + " stderr_syslog=false environment serverurl "
        + more;
  }

  private static Map<String, String> keys(String list) {
    Map<String, String> keys = new TreeMap<>();
    StringTokenizer entries = new StringTokenizer(list);
    while (entries.hasMoreTokens()) {
      String entry = entries.nextToken();
      int equals = entry.indexOf('=');
      keys.put(
          equals < 0 ? entry : entry.substring(0, equals),
          equals < 0 ? "" : entry.substring(equals + 1));
    }
    return Collections.unmodifiableMap(keys);
  }
}
