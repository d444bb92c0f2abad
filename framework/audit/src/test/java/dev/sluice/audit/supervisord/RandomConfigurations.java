package dev.sluice.audit.supervisord;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Makes configurations from a seed; most are accepted by supervisord, some are not. */
final class RandomConfigurations {
  private static final List<String> NAMES = List.of("a", "b", "B", "c1", "export", "é", "a-b");

  /** Values per key; those behind the first {@code !} are refused, or odd, and rare. */
  private static final Map<String, List<List<String>>> VALUES =
      new TreeMap<>(
          Map.of(
              "stopwaitsecs",
              List.of(List.of("5", "90", " 7 ", "0", "1_0", "3 ; three"), List.of("5s", "", "-1")),
              "stopsignal",
              List.of(List.of("INT", "term", "SIGUSR2", "9", "Quit"), List.of("35", "TERN", "-1")),
              "stopasgroup",
              List.of(List.of("true", "no", "ON"), List.of("maybe")),
              "killasgroup",
              List.of(List.of("true", "yes"), List.of("false", "")),
              "priority",
              List.of(List.of("1", "999", "-3", "1000"), List.of("high", "1.0")),
              "numprocs",
              List.of(List.of("1", "1", "4"), List.of("0", "x")),
              "process_name",
              List.of(
                  List.of("%(program_name)s_%(process_num)03d", "%(group_name)s%(process_num)s"),
                  List.of("x y", "%(nothing)s", "%(process_num)")),
              "environment",
              List.of(
                  List.of("A=1", "A=\"1,2\",B='x'", "A=1, B=2 ,C=3", "P=\"80%(process_num)02d\""),
                  List.of("A", "A==1", "A='1", "A=1 B=2", "A=x#y,B=2")),
              "stopwaitsec",
              List.of(List.of("4"), List.of("4s")),
              "command",
              List.of(
                  List.of("/bin/run %(program_name)s", "run\n  more\n  \"of it\"", "sh -c 'a; b'"),
                  List.of("run '", "", "run %d", "run 10%", "run \\\"x", "run \"a\\\"b\\c\""))));

  private final Random random;

  RandomConfigurations(long seed) {
    this.random = new Random(seed);
  }

  OracleCase next(int number) {
    StringBuilder text = new StringBuilder("[supervisord]\n");
    List<String> programs = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String kind = pick(List.of("program", "program", "program", "eventlistener", "fcgi-program"));
      String name = pick(NAMES);
      text.append(pick(List.of("", "\n", "; comment\n"))).append('[').append(kind).append(':');
      text.append(name).append("]\n");
      if (kind.equals("eventlistener")) {
        text.append("events=TICK_5\n");
      } else if (kind.equals("fcgi-program")) {
        text.append("socket=tcp://localhost:9000\n");
      }
      text.append("command=run ").append(i).append('\n');
      settings(text);
      if (!kind.equals("eventlistener")) {
        programs.add(name);
      }
    }
    if (!programs.isEmpty() && random.nextInt(3) == 0) {
      text.append("[group:").append(pick(List.of("g", "a", "zz"))).append("]\nprograms=");
      text.append(pick(programs)).append(random.nextInt(3) == 0 ? "," + pick(NAMES) : "");
      text.append("\npriority=").append(pick(List.of("1", "999", "5000"))).append('\n');
    }
    return new OracleCase("made, " + number, Map.of("supervisord.conf", text.toString()), Map.of());
  }

  private void settings(StringBuilder text) {
    boolean odd = random.nextInt(3) == 0;
    VALUES.forEach(
        (key, values) -> {
          if (random.nextInt(4) == 0) {
            List<String> from = values.get(odd && random.nextInt(3) == 0 ? 1 : 0);
            text.append(random.nextInt(8) == 0 ? key.toUpperCase(Locale.ROOT) : key);
            text.append(pick(List.of("=", " = ", ": "))).append(pick(from)).append('\n');
          }
        });
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
