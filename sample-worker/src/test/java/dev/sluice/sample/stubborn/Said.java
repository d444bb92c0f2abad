package dev.sluice.sample.stubborn;

/** What handlers say on standard output, one line each, for tests that wait for it. */
final class Said {
  private Said() {}

  static void line(String text) {
    System.out.println(text);
    System.out.flush();
  }
}
