package dev.sluice.audit.supervisord;

import java.math.BigInteger;
import java.util.Optional;

/** Ports, and addresses of {@code host:port}. */
final class Ports {
  private static final BigInteger HIGHEST = BigInteger.valueOf(65_535);

  private Ports() {}

  /** True outside 1 to 65535. */
  static boolean outside(BigInteger number) {
    return number.signum() <= 0 || number.compareTo(HIGHEST) > 0;
  }

  /** The port of an address, if it is one. */
  static Optional<BigInteger> of(String address) {
    return PythonText.integer(address.substring(address.lastIndexOf(':') + 1), 10)
        .filter(port -> !outside(port));
  }
}
