package dev.sluice.audit.kubernetes;

/** Namespaces of objects that may not name theirs. */
public final class Namespaces {
  private Namespaces() {}

  /** True when two are the same; none written is {@code default}. */
  public static boolean same(String one, String other) {
    return known(one).equals(known(other));
  }

  /** The namespace, {@code default} where none is written. */
  static String known(String namespace) {
    return namespace.isEmpty() ? "default" : namespace;
  }
}
