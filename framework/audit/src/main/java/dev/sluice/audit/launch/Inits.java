package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Programs that start one child, pass signals on to it, and end with it. */
final class Inits {
  private static final Map<String, Set<String>> VALUED =
      Map.of(
          "tini", Set.of("-p", "-e"),
          "tini-static", Set.of("-p", "-e"),
          "docker-init", Set.of("-p", "-e"),
          "catatonit", Set.of(),
          "dumb-init", Set.of("-r", "--rewrite"),
          "timeout", Set.of("-k", "-s", "--kill-after", "--signal"));

  private Inits() {}

  /** The launch behind one of them; empty for other programs. */
  static Optional<Launch> follow(String name, List<Word> words, Route route) {
    if (!VALUED.containsKey(name)) {
      return Optional.empty();
    }
    boolean timeout = name.equals("timeout");
    List<Word> rest = Wrappers.behind(words, VALUED.get(name), timeout ? 1 : 0);
    if (rest.isEmpty()) {
      return Optional.of(Launches.unknown(words, name + " starts nothing"));
    }
    List<Word> options = words.subList(1, words.size() - rest.size());
    if (timeout && route.sh() == ShellKind.BUSYBOX) {
      Launch inner = Follower.follow(rest, route);
      return Optional.of(inner.limitedBy(limits(words, rest, true, inner)));
    }
    String signal = rewritten(options, route.signal());
    if (signal.equals("0")) {
      return Optional.of(Launches.unknown(words, name + " drops the signal"));
    }
    Launch inner = Follower.follow(rest, route.to(receiver(name, options, route)).with(signal));
    boolean changed = !signal.equals(route.signal());
    boolean ends = inner.path() == SignalPath.ORPHANS_PROGRAM;
    boolean open = inner.path() == SignalPath.UNKNOWN && inner.cause() != Launch.Cause.UNREAD;
    SignalPath path =
        ends && route.stopped() == Stopped.PROCESS_ONE ? SignalPath.ENDS_AT_ONCE : inner.path();
    return Optional.of(
        new Launch(
            path,
            ends || open ? Launch.Cause.INIT : inner.cause(),
            inner.program(),
            inner.variables(),
            inner.at(),
            ends ? name + " ends with the shell, which the signal ends at once" : inner.note(),
            changed ? inner.signal().or(() -> Optional.of(signal)) : inner.signal(),
            timeout ? limits(words, rest, false, inner) : inner.limits()));
  }

  /**
   * What {@code timeout} does to the program, in front of what others do. With {@code -k} that of
   * coreutils begins to count when it passes any signal on, that of BusyBox only at the age.
   */
  private static List<WrapperLimit> limits(
      List<Word> words, List<Word> rest, boolean busybox, Launch inner) {
    List<Word> options = words.subList(1, words.size() - rest.size() - 1);
    Word age = words.get(words.size() - rest.size() - 1);
    boolean kills =
        value(options, "-s", "--signal")
            .filter(signal -> Signals.name(signal.text()).equals("KILL"))
            .isPresent();
    List<WrapperLimit> limits = new ArrayList<>();
    limits.add(
        new WrapperLimit(
            kills ? WrapperLimit.Kind.KILLS_AT_AGE : WrapperLimit.Kind.SIGNALS_AT_AGE, age));
    if (!busybox) {
      value(options, "-k", "--kill-after")
          .ifPresent(after -> limits.add(new WrapperLimit(WrapperLimit.Kind.KILLS_IN_STOP, after)));
    }
    limits.addAll(inner.limits());
    return limits;
  }

  private static Optional<Word> value(List<Word> options, String letter, String name) {
    Optional<Word> found = Optional.empty();
    for (int i = 0; i < options.size(); i++) {
      Word word = options.get(i);
      String text = word.text();
      if (text.equals(letter) || text.equals(name)) {
        found = i + 1 < options.size() ? Optional.of(options.get(i + 1)) : found;
      } else if (text.startsWith(name + "=")) {
        found = Optional.of(new Word(text.substring(name.length() + 1), word.at()));
      } else if (text.startsWith(letter)) {
        found = Optional.of(new Word(text.substring(letter.length()), word.at()));
      }
    }
    return found;
  }

  private static Stopped receiver(String name, List<Word> options, Route route) {
    return switch (name) {
      case "timeout" ->
          has(options, "--foreground", ' ') ? route.child().stopped() : Stopped.CHILD_GROUP;
      case "dumb-init" ->
          has(options, "--single-child", 'c') ? route.child().stopped() : Stopped.CHILD_GROUP;
      default -> has(options, "-g", 'g') ? Stopped.CHILD_GROUP : Stopped.CHILD;
    };
  }

  private static boolean has(List<Word> options, String option, char letter) {
    return options.stream()
        .map(Word::text)
        .anyMatch(
            word ->
                word.equals(option)
                    || (word.startsWith("-")
                        && !word.startsWith("--")
                        && word.indexOf(letter) > 0));
  }

  /** {@code --rewrite 15:3} of dumb-init. */
  private static String rewritten(List<Word> options, String signal) {
    for (int i = 0; i < options.size(); i++) {
      String word = options.get(i).text();
      boolean next = (word.equals("-r") || word.equals("--rewrite")) && i + 1 < options.size();
      String rule =
          next
              ? options.get(i + 1).text()
              : word.startsWith("--rewrite=") ? word.substring(10) : "";
      int colon = rule.indexOf(':');
      if (colon > 0 && Signals.name(rule.substring(0, colon)).equals(signal)) {
        return Signals.name(rule.substring(colon + 1));
      }
    }
    return signal;
  }
}
