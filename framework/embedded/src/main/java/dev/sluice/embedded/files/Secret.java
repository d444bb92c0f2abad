package dev.sluice.embedded.files;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords that nobody has to type. */
public final class Secret {
  private static final int BYTES = 12;

  private Secret() {}

  /** A new one: lower-case letters and digits. */
  public static String next() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
