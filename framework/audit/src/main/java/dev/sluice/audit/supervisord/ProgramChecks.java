package dev.sluice.audit.supervisord;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Values of a program that a stop does not depend on. They are read for one reason: supervisord
 * does not start when it refuses one of them.
 */
final class ProgramChecks {
  private static final Set<String> RESTARTS =
      Set.of("yes", "true", "on", "1", "no", "false", "off", "0", "unexpected");

  private ProgramChecks() {}

  /** Those that are read once for all copies. */
  static void beforeCopies(Settings settings) {
    settings.integer("priority", 999);
    settings.flag("autostart", true);
    settings.read(
        "autorestart",
        "",
        text -> Optional.of(text.toLowerCase(Locale.ROOT)).filter(RESTARTS::contains),
        text -> "is none of true, false, unexpected",
        text -> "write autorestart=unexpected");
    List.of("startsecs", "startretries", "numprocs_start").forEach(key -> settings.integer(key, 1));
    settings.read(
        "exitcodes",
        "",
        ProgramChecks::exitCodes,
        text -> "is no list of numbers from 0 to 255",
        text -> "write exitcodes=0");
    List.of("redirect_stderr", "stdout_events_enabled", "stderr_events_enabled")
        .forEach(key -> settings.flag(key, false));
    List.of("stdout_capture_maxbytes", "stderr_capture_maxbytes").forEach(settings::bytes);
    settings.text("serverurl");
    settings.text("user");
    settings.octal("umask");
  }

  /** Those that are read for each copy. */
  static void perCopy(Settings settings) {
    settings.text("directory");
    settings
        .raw("process_name")
        .ifPresent(
            written ->
                settings.expand(
                    "process_name", written, PythonText.strip(written.text()), it -> it));
    for (String stream : List.of("stdout", "stderr")) {
      String logfile = stream + "_logfile";
      // Expanded twice by supervisord itself: a %% that stays one after the first is refused.
      settings
          .text(logfile)
          .ifPresent(
              once ->
                  settings.expand(
                      logfile, settings.raw(logfile).orElseThrow(), once.text(), it -> it));
      settings.integer(stream + "_logfile_backups", 10);
      settings.bytes(stream + "_logfile_maxbytes");
      settings.flag(stream + "_syslog", false);
    }
  }

  private static Optional<String> exitCodes(String text) {
    if (text.isEmpty()) {
      return Optional.of(text);
    }
    for (String code : text.split(",", -1)) {
      Optional<BigInteger> number = PythonText.integer(code, 10);
      if (number.isEmpty() || number.get().signum() < 0 || number.get().bitLength() > 8) {
        return Optional.empty();
      }
    }
    return Optional.of(text);
  }
}
