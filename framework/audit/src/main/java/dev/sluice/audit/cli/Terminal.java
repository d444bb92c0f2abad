package dev.sluice.audit.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a command reads and prints to.
 *
 * @param in standard input
 * @param out for reports
 * @param err for everything else
 * @param colours whether a person looks at {@code out} and wants colours
 */
record Terminal(InputStream in, PrintStream out, PrintStream err, boolean colours) {
  /** The process's own. Colours need a terminal, and no {@code NO_COLOR}. */
  @SuppressWarnings("SystemConsoleNull")
  static Terminal ofProcess() {
    // From Java 22 on, only this console is absent when the output goes into a file.
    System.setProperty("jdk.console", "java.base");
    String refused = System.getenv("NO_COLOR");
    boolean colours =
        System.console() != null
            && (refused == null || refused.isEmpty())
            && !"dumb".equals(System.getenv("TERM"));
    return new Terminal(System.in, utf8(System.out), utf8(System.err), colours);
  }

  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
