package dev.sluice.audit.dockerfile;

import java.util.ArrayDeque;
import java.util.Deque;

/** Paths inside an image. */
final class Paths {
  private Paths() {}

  /** A path as seen from a directory, absolute, without {@code .} and {@code ..}. */
  static String below(String directory, String path) {
    Deque<String> parts = new ArrayDeque<>();
    String whole = path.startsWith("/") ? path : directory + "/" + path;
    for (String part : whole.split("/", -1)) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return "/" + String.join("/", parts);
  }

  /** The last part. */
  static String name(String path) {
    String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return bare.substring(bare.lastIndexOf('/') + 1);
  }
}
