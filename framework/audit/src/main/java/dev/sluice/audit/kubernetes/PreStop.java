package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a container's preStop hook takes of the grace period. */
public final class PreStop {
  private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash", "ksh", "zsh");

  private PreStop() {}

  /**
   * Reads it: none is 0 s, {@code exec sleep N}, a shell line of nothing but sleeps and the native
   * {@code sleep} are their figures, everything else is unknown. Of a shell line that sleeps and
   * does more, the part that is known is said in the note.
   */
  public static Figure of(Container container) {
    Optional<Tree> hook = container.spec().path("lifecycle", "preStop").filter(PreStop::written);
    if (hook.isEmpty()) {
      return Figure.defaulted(Duration.ZERO, "no preStop hook");
    }
    Position at = hook.get().at();
    List<Mapping.Entry> handlers =
        hook.get() instanceof Mapping map
            ? map.entries().stream().filter(entry -> written(entry.value())).toList()
            : List.of();
    if (handlers.size() != 1) {
      return Figure.unknown(
          "Kubernetes refuses a preStop hook that has not exactly one action, see " + at);
    }
    Mapping.Entry handler = handlers.get(0);
    return switch (handler.key().text()) {
      case "sleep" -> nativeSleep(handler.value());
      case "exec" -> exec(handler.value());
      case "httpGet" ->
          Figure.unknown(
              "measure how long the preStop request to "
                  + Shown.text(handler.value().text("path").orElse("/"))
                  + " takes until it is answered, see "
                  + handler.value().at());
      case "tcpSocket" ->
          Figure.unknown("Kubernetes runs no tcpSocket as a preStop hook, see " + at);
      default ->
          Figure.unknown(
              "Kubernetes knows no preStop action "
                  + Shown.text(handler.key().text())
                  + ", see "
                  + handler.key().at());
    };
  }

  private static boolean written(Tree tree) {
    return !(tree instanceof Scalar scalar && scalar.isNull());
  }

  private static Figure nativeSleep(Tree sleep) {
    return Seconds.read(sleep, "seconds")
        .or(
            Figure.unknown(
                "Kubernetes refuses a preStop sleep without seconds, see " + sleep.at()));
  }

  private static Figure exec(Tree exec) {
    Optional<Sequence> command = exec.sequence("command");
    List<Scalar> scalars = command.map(it -> it.scalars().toList()).orElse(List.of());
    if (scalars.isEmpty()) {
      return Figure.unknown(
          "Kubernetes refuses a preStop exec without a list as its command, see " + exec.at());
    }
    List<String> words = SleepCommand.applet(scalars.stream().map(Scalar::text).toList());
    Position at = scalars.get(scalars.size() - 1).at();
    Optional<Duration> time = SleepCommand.time(words);
    if (time.isPresent()) {
      return Figure.written(time.get(), at);
    }
    if (SHELLS.contains(SleepCommand.name(words.get(0)))) {
      return ShellCall.of(words).map(call -> script(call, at)).orElseGet(() -> other(words, at));
    }
    return other(words, at);
  }

  private static Figure script(ShellCall call, Position at) {
    HookScript script = HookScript.read(call.script(), call.endsOnError());
    if (script.open().isEmpty()) {
      return Figure.written(script.atLeast(), at);
    }
    String known =
        script.atLeast().isZero()
            ? ""
            : "it takes at least "
                + Figure.written(script.atLeast(), at).text()
                + " by its sleeps, and ";
    return Figure.unknown(
        "look at what the preStop hook runs: "
            + known
            + "\""
            + Shown.text(script.open().get())
            + "\" takes a time of its own, see "
            + at);
  }

  private static Figure other(List<String> words, Position at) {
    boolean refused = SleepCommand.calledBy(words);
    return Figure.unknown(
        (refused ? "sleep may refuse what it is given" : "measure how long the preStop hook takes")
            + ": \""
            + Shown.text(String.join(" ", words))
            + "\", see "
            + at);
  }
}
