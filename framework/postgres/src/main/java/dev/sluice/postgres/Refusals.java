package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.file.FileSystemException;
import io.vertx.pgclient.PgException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells failures that only the operator can mend from those that time may mend, and says in words
 * what to do about either. Never shows a password.
 */
final class Refusals {
  private final String service;
  private final Address address;
  private final Optional<String> passwordFile;

  /**
   * @param service the key in {@code pipeline.yaml}
   */
  Refusals(String service, Address address, Optional<String> passwordFile) {
    this.service = service;
    this.address = address;
    this.passwordFile = passwordFile;
  }

  /**
   * What the operator must mend, or nothing when trying again may help: a headless Service has no
   * record in the DNS before its pod is ready, and a database may be made right after its server
   * has come up.
   */
  Optional<InvalidSetup> of(Throwable failure) {
    if (failure instanceof PgException refused) {
      return ofServer(refused);
    }
    if (failure instanceof FileSystemException) {
      return Optional.of(
          new InvalidSetup(
              service
                  + ".passwordFile: "
                  + passwordFile.orElse("")
                  + " can't be read\nFix: mount the file or correct the path",
              failure));
    }
    return Optional.empty();
  }

  private Optional<InvalidSetup> ofServer(PgException refused) {
    String state = refused.getSqlState() == null ? "" : refused.getSqlState();
    return switch (state) {
      case "28P01" ->
          Optional.of(
              refusal(
                  "the password is wrong, or there is no role " + address.options().getUser(),
                  "correct it in "
                      + passwordFile
                          .map(file -> "the file " + file)
                          .orElse(service + ".url or name a " + service + ".passwordFile"),
                  refused));
      case "28000" ->
          Optional.of(
              refusal(
                  refused.getErrorMessage(),
                  "create the role, let it log in, or allow it in the server's pg_hba.conf",
                  refused));
      case "42501" ->
          Optional.of(
              refusal(
                  refused.getErrorMessage(),
                  "GRANT CONNECT ON DATABASE "
                      + address.options().getDatabase()
                      + " TO "
                      + address.options().getUser(),
                  refused));
      default -> Optional.empty();
    };
  }

  /** Nothing answered in time, or not in a way that would do. */
  InvalidSetup late(Duration within, Throwable last) {
    String after = " (asked for " + inWords(within) + ")";
    if (last instanceof UnknownHostException) {
      return refusal(
          "the host " + address.options().getHost() + " is unknown" + after,
          "correct the host in " + service + ".url",
          last);
    }
    if (last instanceof PgException refused && "3D000".equals(refused.getSqlState())) {
      return refusal(
          "the database " + address.options().getDatabase() + " does not exist" + after,
          "create it, or correct the database in " + service + ".url",
          last);
    }
    return unreachable(within, last);
  }

  private InvalidSetup unreachable(Duration within, Throwable last) {
    String message =
        last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    // The client keeps the reason of a failed handshake to itself.
    String fix =
        message.contains("SSL")
            ? "have the JVM trust the server's certificate (-Djavax.net.ssl.trustStore=...), use the"
                + " host name that it was issued for, or choose another sslmode in "
                + service
                + ".url"
            : "start the server, or correct "
                + service
                + ".url; startup: in pipeline.yaml sets how long to wait";
    return new InvalidSetup(
        String.format(
            "%s: no Postgres answered at %s within %s; last: %s\nFix: %s",
            service, address, inWords(within), message, fix),
        last);
  }

  /** What was left of {@code startup} may be less than a second. */
  private static String inWords(Duration within) {
    return within.toSeconds() > 0 ? within.toSeconds() + " s" : within.toMillis() + " ms";
  }

  private InvalidSetup refusal(String what, String fix, Throwable cause) {
    return new InvalidSetup(service + ": " + address + ": " + what + "\nFix: " + fix, cause);
  }
}
