package dev.sluice.audit.launch;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Follows the words of a process to the program behind them. */
final class Follower {
  /** A script that starts itself once more. */
  static final String AGAIN = "it starts itself again";

  private static final Map<String, String> UNCLEAR =
      Map.ofEntries(
          Map.entry("npm", "starts the script of package.json through a shell; look there"),
          Map.entry("npx", "starts a package's program through a shell; start that directly"),
          Map.entry("yarn", "starts the script of package.json; look there"),
          Map.entry("pnpm", "starts the script of package.json; look there"),
          Map.entry("uv", "starts a child; look whether this version passes signals on"),
          Map.entry("su", "ends its child 2 s after the signal when it is that of util-linux"),
          Map.entry("runuser", "ends its child 2 s after the signal"),
          Map.entry("sudo", "stays in front of the program; look whether it passes signals on"),
          Map.entry("catchsegv", "is a script that stays in front of the program"),
          Map.entry("setsid", "leaves the process that gets the signal"),
          Map.entry("s6-svscan", "is a supervisor; look at its services and S6_KILL_GRACETIME"),
          Map.entry("init", "is a supervisor; look at its services (s6: S6_KILL_GRACETIME)"),
          Map.entry("runsvdir", "is a supervisor; look at its services"),
          Map.entry("foreman", "is a supervisor; look at its Procfile and its time-out"),
          Map.entry("honcho", "is a supervisor; look at its Procfile and its time-out"),
          Map.entry("pm2", "is a supervisor; look at kill_timeout in its configuration"),
          Map.entry("pm2-runtime", "is a supervisor; look at kill_timeout in its configuration"));

  /** Programs that start another and stay in front of it. */
  private static final Set<String> STARTERS =
      Set.of(
          "gradlew",
          "gradle",
          "mvnw",
          "mvn",
          "sbt",
          "cargo",
          "go",
          "make",
          "doppler",
          "dotenv",
          "dotenvx",
          "op",
          "chamber",
          "aws-vault",
          "infisical",
          "docker",
          "docker-compose",
          "podman",
          "nodemon",
          "watchmedo",
          "concurrently",
          "circusd",
          "overmind",
          "hivemind");

  private static final Set<String> SCRIPT_NAMES =
      Set.of("entrypoint", "docker-entrypoint", "start", "run", "launch", "boot", "wrapper");

  private static final List<String> PATH =
      List.of("/usr/local/sbin/", "/usr/local/bin/", "/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/");

  private Follower() {}

  /** The last part of a path. */
  static String base(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  static Launch follow(List<Word> words, Route route) {
    Word first = words.get(0);
    if (route.entered(words)) {
      return Launches.unknown(words, AGAIN);
    }
    if (route.tooDeep() || route.steps().spent()) {
      return Launches.unknown(words, "it is nested or repeated too often");
    }
    if (first.text().isBlank() || first.text().indexOf('$') >= 0 || first.text().startsWith("`")) {
      return Launches.unknown(words, "it can't be told what " + first + " is");
    }
    if (first.text().chars().anyMatch(Character::isWhitespace)) {
      return Launches.unknown(
          words,
          "'"
              + first
              + "' is one word, and no program is called so: it can't be started; write each word"
              + " by itself");
    }
    Route inside = route.into(words);
    String name = base(first.text());
    Optional<ShellKind> shell = shell(name, route.sh());
    if (shell.isPresent()) {
      return ShellStart.follow(words, name, shell.get(), inside);
    }
    if (name.equals("busybox") && words.size() > 1) {
      return busybox(words, inside);
    }
    Optional<Launch> init = Inits.follow(name, words, inside);
    if (init.isPresent()) {
      return init.get();
    }
    Optional<SourceText> script = read(first.text(), route.scripts());
    if (script.isPresent()) {
      return script(script.get(), words, inside);
    }
    if (name.equals("env")) {
      return env(words, inside);
    }
    Optional<List<Word>> wrapped = Wrappers.wrapped(name, words);
    if (wrapped.isPresent()) {
      return wrapped.get().isEmpty()
          ? Launches.unknown(words, "it can't be told what " + name + " starts")
          : follow(wrapped.get(), inside);
    }
    return program(words, name);
  }

  private static Launch program(List<Word> words, String name) {
    if (UNCLEAR.containsKey(name)) {
      return Launches.unknown(words, name + " " + UNCLEAR.get(name));
    }
    if (STARTERS.contains(name)) {
      return Launches.unknown(
          words, name + " starts another program; look whether it passes signals on and waits");
    }
    int dot = name.lastIndexOf('.');
    boolean named = SCRIPT_NAMES.contains(dot < 0 ? name : name.substring(0, dot));
    if (name.endsWith(".sh") || name.endsWith(".bash") || named) {
      return Launches.unknown(words, "the script " + words.get(0) + " was not read");
    }
    return new Launch(
        SignalPath.REACHES,
        Launch.Cause.DIRECT,
        words,
        List.of(),
        words.get(0).at(),
        "the signal goes to " + name + " itself");
  }

  private static Optional<ShellKind> shell(String name, ShellKind sh) {
    return switch (name) {
      case "sh" -> Optional.of(sh);
      case "bash", "rbash" -> Optional.of(ShellKind.BASH);
      case "dash" -> Optional.of(ShellKind.DASH);
      case "ash" -> Optional.of(ShellKind.BUSYBOX);
      case "zsh", "ksh", "mksh" -> Optional.of(ShellKind.UNKNOWN);
      default -> Optional.empty();
    };
  }

  private static Launch busybox(List<Word> words, Route route) {
    List<Word> rest = words.subList(1, words.size());
    String applet = rest.get(0).text();
    if (applet.equals("sh") || applet.equals("ash")) {
      return ShellStart.follow(rest, "busybox sh", ShellKind.BUSYBOX, route);
    }
    return follow(
        rest,
        new Route(
            route.stopped(),
            route.signal(),
            ShellKind.BUSYBOX,
            route.scripts(),
            route.behind(),
            route.steps()));
  }

  /** What stands at a path, or under a bare name in a directory of programs. */
  static Optional<SourceText> read(String path, Scripts scripts) {
    Optional<SourceText> found = scripts.read(path);
    if (found.isPresent() || path.indexOf('/') >= 0) {
      return found;
    }
    return PATH.stream()
        .map(directory -> scripts.read(directory + path))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Launch script(SourceText source, List<Word> words, Route route) {
    List<Word> started = new ArrayList<>();
    int end = source.content().indexOf('\n');
    String line = end < 0 ? source.content() : source.content().substring(0, end);
    if (line.startsWith("#!")) {
      if (line.endsWith("\r")) {
        return Launches.unknown(
            words, source.name() + " has Windows line ends, so its #! line names no program");
      }
      for (String piece : line.substring(2).trim().split("[ \t]+", -1)) {
        started.add(new Word(piece, source.at(1)));
      }
      if (base(started.get(0).text()).equals("env")) {
        started.remove(0);
        started.removeIf(word -> word.text().equals("-S"));
      }
    }
    if (started.isEmpty() || started.get(0).text().isEmpty()) {
      started.clear();
      started.add(new Word("/bin/sh", source.at(1)));
    }
    started.add(words.get(0));
    started.addAll(words.subList(1, words.size()));
    return follow(started, route);
  }

  private static Launch env(List<Word> words, Route route) {
    List<EnvVariable> variables = new ArrayList<>();
    int i = 1;
    for (; i < words.size(); i++) {
      String word = words.get(i).text();
      int equals = word.indexOf('=');
      if (word.equals("-u") || word.equals("-C")) {
        i++;
      } else if (word.startsWith("-S") || word.startsWith("--split")) {
        return Launches.unknown(words, "env -S is not read here");
      } else if (equals > 0 && !word.startsWith("-")) {
        variables.add(
            new EnvVariable(
                word.substring(0, equals),
                Optional.of(word.substring(equals + 1)),
                words.get(i).at()));
      } else if (!word.startsWith("-")) {
        break;
      }
    }
    if (i >= words.size()) {
      return Launches.unknown(words, "env starts nothing");
    }
    Launch inner = follow(words.subList(i, words.size()), route);
    variables.addAll(inner.variables());
    return new Launch(
        inner.path(),
        inner.cause(),
        inner.program(),
        variables,
        inner.at(),
        inner.note(),
        inner.signal(),
        inner.limits());
  }
}
