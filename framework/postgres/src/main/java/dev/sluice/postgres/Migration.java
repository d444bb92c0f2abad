package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered SQL file.
 *
 * @param set the directory it lies in
 * @param version its number
 * @param file its name
 * @param sql its content
 */
record Migration(String set, int version, String file, String sql) {
  private static final Pattern NAME = Pattern.compile("V([1-9][0-9]{0,8})__[A-Za-z0-9_]+\\.sql");

  /**
   * Reads a file's number from its name.
   *
   * @throws InvalidSetup when the name has another form
   */
  static Migration of(String set, String file, String sql) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      throw new InvalidSetup(
          "migration "
              + set
              + "/"
              + file
              + ": the name must have the form V7__what_it_does.sql, without leading zeros");
    }
    return new Migration(set, Integer.parseInt(name.group(1)), file, sql);
  }

  /** Of the content, whatever the line ends are: a checkout may change them. */
  String checksum() {
    try {
      byte[] content = sql.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Where it lies, for messages. */
  String path() {
    return set + "/" + file;
  }
}
