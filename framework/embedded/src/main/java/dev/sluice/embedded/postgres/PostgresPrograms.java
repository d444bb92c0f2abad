package dev.sluice.embedded.postgres;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.Unpacked;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The server's programs and the files they need, unpacked. */
final class PostgresPrograms {
  private static final int OWNER_EXECUTES = 0100;

  private PostgresPrograms() {}

  /**
   * Unpacks what is not unpacked yet and gives the directory that has {@code bin}. Blocks.
   *
   * @throws ServerFailed on another system than Linux on x86-64 or 64-bit ARM
   */
  static Path in(Path home) {
    String archive = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    return Unpacked.in(
        home,
        "postgres-" + version(),
        target -> {
          try (InputStream in = PostgresPrograms.class.getResourceAsStream("/" + archive)) {
            if (in == null) {
              throw new IOException(archive + " is not on the class path");
            }
            unpack(in, target);
          }
        });
  }

  /** The archive for a system. */
  static String archive(String system, String processor) {
    boolean linux = system.toLowerCase(Locale.ROOT).contains("linux");
    if (linux && (processor.equals("amd64") || processor.equals("x86_64"))) {
      return "postgres-linux-x86_64.txz";
    }
    if (linux && processor.equals("aarch64")) {
      return "postgres-linux-arm_64.txz";
    }
    throw new ServerFailed(
        String.format(
            "there is no embedded Postgres for %s on %s, only for Linux on x86-64 and 64-bit ARM:"
                + " start a Postgres yourself and give its URL",
            system, processor));
  }

  private static String version() {
    try (InputStream in = PostgresPrograms.class.getResourceAsStream("version")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new ServerFailed("can't read the version of the embedded Postgres", e);
    }
  }

  private static void unpack(InputStream archive, Path target) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target)) {
          throw new IOException("entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else if (entry.isSymbolicLink()) {
          Files.createDirectories(file.getParent());
          Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(tar, file);
          boolean program = (entry.getMode() & OWNER_EXECUTES) != 0;
          Files.setPosixFilePermissions(
              file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        }
      }
    }
  }
}
