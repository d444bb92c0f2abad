package dev.sluice.audit.dockerfile;

import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.Signals;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the instructions of one stage come to. */
final class Stage {
  private final String base;
  private final Position at;
  private final Variables variables = new Variables();
  private final Map<String, String> copies = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();
  private Optional<StartLine> entrypoint = Optional.empty();
  private Optional<StartLine> command = Optional.empty();
  private Optional<Word> stopSignal;
  private boolean ownCommand;
  private ShellKind sh;
  private String directory = "/";

  /** A stage that begins from an image that was not read. */
  Stage(String base, Position at) {
    this.base = base;
    this.at = at;
    this.sh = BaseImages.shell(base);
    this.stopSignal =
        BaseImages.stopsOnTerm(base) ? Optional.of(new Word("TERM", at)) : Optional.empty();
  }

  /** A stage that begins from an earlier one. */
  Stage(Stage earlier, Position at) {
    this.base = earlier.base;
    this.at = at;
    this.sh = earlier.sh;
    this.entrypoint = earlier.entrypoint;
    this.command = earlier.command;
    this.stopSignal = earlier.stopSignal;
    this.directory = earlier.directory;
    this.copies.putAll(earlier.copies);
    this.variables.inherit(earlier.variables.environment());
  }

  Image image(List<Problem> before) {
    List<Problem> all = new ArrayList<>(before);
    all.addAll(problems);
    return new Image(
        base, entrypoint, command, stopSignal, sh, variables.environment(), copies, all, at);
  }

  /**
   * Takes an instruction.
   *
   * @param global the arguments before the first FROM, which an ARG without a value brings in
   */
  void take(Instruction instruction, Variables global) {
    switch (instruction.name()) {
      case "ENTRYPOINT" -> entrypoint(instruction);
      case "CMD" -> command(instruction);
      case "STOPSIGNAL" -> stopSignal(instruction);
      case "SHELL" -> shell(instruction);
      case "ENV" -> environment(instruction);
      case "ARG" -> argument(instruction, variables, global);
      case "WORKDIR" ->
          variables
              .replaced(instruction.rest(), instruction.escape())
              .ifPresent(path -> directory = Paths.below(directory, path));
      case "COPY", "ADD" ->
          Copies.of(instruction, variables, directory)
              .forEach(
                  (to, from) ->
                      from.ifPresentOrElse(it -> copies.put(to, it), () -> copies.remove(to)));
      default -> {
        // Nothing else decides what is started, or what it is sent.
      }
    }
  }

  /** A new ENTRYPOINT takes the CMD of the base away; one of this stage stays. */
  private void entrypoint(Instruction instruction) {
    entrypoint = startLine(instruction);
    if (!ownCommand) {
      command = Optional.empty();
    }
  }

  private void command(Instruction instruction) {
    command = startLine(instruction);
    ownCommand = true;
  }

  private Optional<StartLine> startLine(Instruction instruction) {
    Optional<List<String>> exec = ExecForm.read(instruction.rest());
    if (exec.isPresent()) {
      List<Word> words = exec.get().stream().map(it -> new Word(it, instruction.at())).toList();
      return words.isEmpty()
          ? Optional.empty()
          : Optional.of(new StartLine(words, StartLine.Form.EXEC));
    }
    if (instruction.rest().startsWith("[")) {
      problems.add(
          new Problem(
              instruction.at(),
              instruction.name()
                  + " looks like an exec form but is no JSON array of strings, so Docker runs it"
                  + " with /bin/sh -c; write strings in double quotes: "
                  + instruction.name()
                  + " [\"program\", \"argument\"]"));
    }
    return instruction.rest().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StartLine(
                List.of(new Word(instruction.rest(), instruction.at())), StartLine.Form.SHELL));
  }

  private void stopSignal(Instruction instruction) {
    Optional<String> value = variables.replaced(instruction.rest(), instruction.escape());
    if (value.isEmpty()) {
      problem(
          instruction,
          "STOPSIGNAL "
              + instruction.rest()
              + " depends on a variable whose value is not known here");
      stopSignal = Optional.empty();
    } else if (Signals.name(value.get().toUpperCase(Locale.ROOT)).isEmpty()) {
      problem(
          instruction,
          "STOPSIGNAL "
              + value.get()
              + " is no signal: Docker refuses it; write for example STOPSIGNAL SIGTERM");
    } else {
      stopSignal = Optional.of(new Word(value.get(), instruction.at()));
    }
  }

  private void shell(Instruction instruction) {
    Optional<List<String>> words = ExecForm.read(instruction.rest()).filter(it -> !it.isEmpty());
    if (words.isEmpty()) {
      problem(instruction, "SHELL needs a JSON array: SHELL [\"/bin/bash\", \"-c\"]");
      return;
    }
    String program = words.get().get(0).substring(words.get().get(0).lastIndexOf('/') + 1);
    sh =
        switch (program) {
          case "bash" -> ShellKind.BASH;
          case "dash" -> ShellKind.DASH;
          case "ash", "busybox" -> ShellKind.BUSYBOX;
          case "sh" -> sh;
          default -> ShellKind.UNKNOWN;
        };
  }

  private void environment(Instruction instruction) {
    List<String> words = Variables.words(instruction.rest(), instruction.escape());
    if (words.isEmpty()) {
      return;
    }
    if (!words.get(0).contains("=")) {
      String name = words.get(0);
      String rest = instruction.rest().substring(name.length()).strip();
      variables.environment(name, variables.replaced(rest, instruction.escape()), instruction.at());
      return;
    }
    // Variables of one instruction are all replaced with the values before it.
    Map<String, Optional<String>> set = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        set.put(
            word.substring(0, equals),
            variables.replaced(word.substring(equals + 1), instruction.escape()));
      }
    }
    set.forEach((name, value) -> variables.environment(name, value, instruction.at()));
  }

  /** An {@code ARG}; without a value it has that of the global one. */
  static void argument(Instruction instruction, Variables variables, Variables global) {
    for (String word : Variables.words(instruction.rest(), instruction.escape())) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      variables.argument(
          name,
          equals < 0
              ? global.argument(name)
              : variables.replaced(word.substring(equals + 1), instruction.escape()));
    }
  }

  private void problem(Instruction instruction, String message) {
    problems.add(new Problem(instruction.at(), message));
  }
}
