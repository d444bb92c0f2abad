package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.ArrayList;
import java.util.List;

/** Reads what is started. */
public final class Launches {
  private Launches() {}

  /**
   * Follows a start line to its innermost program, for a stop by TERM.
   *
   * @param line what is started; with at least one word
   * @param stopped whom the stop signal is sent to
   * @param sh what {@code /bin/sh} is
   * @param scripts the files that were read
   */
  public static Launch follow(StartLine line, Stopped stopped, ShellKind sh, Scripts scripts) {
    return follow(line, stopped, "TERM", sh, scripts);
  }

  /**
   * Follows a start line to its innermost program.
   *
   * @param line what is started; with at least one word
   * @param stopped whom the stop signal is sent to
   * @param signal the stop signal as it is written: {@code QUIT}, {@code SIGQUIT} or {@code 3}
   * @param sh what {@code /bin/sh} is
   * @param scripts the files that were read
   */
  public static Launch follow(
      StartLine line, Stopped stopped, String signal, ShellKind sh, Scripts scripts) {
    Route route =
        new Route(stopped, Signals.name(signal), sh, scripts, List.of(), new Route.Budget());
    if (line.form() == StartLine.Form.EXEC) {
      return Follower.follow(line.words(), route);
    }
    Word first = line.words().get(0);
    List<Word> words = new ArrayList<>();
    words.add(new Word("/bin/sh", first.at()));
    words.add(new Word("-c", first.at()));
    words.add(
        new Word(String.join(" ", line.words().stream().map(Word::text).toList()), first.at()));
    return Follower.follow(words, route);
  }

  /** A launch of which nothing is known. */
  static Launch unknown(List<Word> words, String why) {
    return new Launch(
        SignalPath.UNKNOWN, Launch.Cause.UNREAD, List.of(), List.of(), words.get(0).at(), why);
  }
}
