package dev.sluice.audit.dockerfile;

import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the last stage of a Dockerfile starts.
 *
 * @param base the image it begins from, with variables replaced as far as they are known
 * @param entrypoint {@code ENTRYPOINT}; empty when it is the base image's
 * @param command {@code CMD}; empty when it is the base image's
 * @param stopSignal {@code STOPSIGNAL} with its place, or TERM at {@code FROM} when the base image
 *     is known to set none; empty when only the base image could tell
 * @param sh what its {@code /bin/sh} is, as far as the base image's name or {@code SHELL} tells
 * @param variables {@code ENV}
 * @param copies destination path in the image to the source path in the context, of {@code COPY}
 *     and {@code ADD}
 * @param problems what could not be read
 * @param at where the stage begins
 */
public record Image(
    String base,
    Optional<StartLine> entrypoint,
    Optional<StartLine> command,
    Optional<Word> stopSignal,
    ShellKind sh,
    List<EnvVariable> variables,
    Map<String, String> copies,
    List<Problem> problems,
    Position at) {

  /** Copies the collections. */
  public Image {
    variables = List.copyOf(variables);
    copies = Map.copyOf(copies);
    problems = List.copyOf(problems);
  }

  /** Reads a Dockerfile; of several stages the last. */
  public static Image read(SourceText dockerfile) {
    Map<String, Stage> stages = new LinkedHashMap<>();
    Variables global = new Variables();
    List<Problem> problems = new ArrayList<>();
    Stage stage = null;
    int number = 0;
    for (Instruction instruction : Instruction.of(dockerfile)) {
      if (instruction.name().equals("FROM")) {
        From from = From.read(instruction, global);
        Stage earlier =
            from.image().map(it -> stages.get(it.toLowerCase(Locale.ROOT))).orElse(null);
        String base = from.image().orElse(from.written());
        stage =
            earlier == null
                ? new Stage(base, instruction.at())
                : new Stage(earlier, instruction.at());
        stages.put(String.valueOf(number++), stage);
        Stage named = stage;
        from.name().ifPresent(name -> stages.put(name.toLowerCase(Locale.ROOT), named));
      } else if (stage != null) {
        stage.take(instruction, global);
      } else if (instruction.name().equals("ARG")) {
        Stage.argument(instruction, global, global);
      }
    }
    if (stage == null) {
      problems.add(new Problem(dockerfile.start(), "no FROM: this is no Dockerfile"));
      return new Stage("", dockerfile.start()).image(problems);
    }
    return stage.image(problems);
  }

  /**
   * What a container of this image starts, by Kubernetes' rules: {@code command} replaces
   * ENTRYPOINT and drops CMD, {@code args} replaces CMD, and an ENTRYPOINT in shell form takes
   * neither.
   *
   * @param containerCommand the container's {@code command}; an empty list is the same as none
   * @param args the container's {@code args}; an empty list is the same as none
   * @return empty when only the base image, which was not read, could tell
   */
  public Optional<StartLine> start(
      Optional<List<Word>> containerCommand, Optional<List<Word>> args) {
    List<Word> own = containerCommand.orElse(List.of());
    List<Word> arguments = args.orElse(List.of());
    if (!own.isEmpty()) {
      return Optional.of(exec(own, arguments));
    }
    if (entrypoint.isPresent()) {
      return entrypoint.map(
          line ->
              line.form() == StartLine.Form.SHELL
                  ? line
                  : exec(line.words(), arguments.isEmpty() ? commandWords() : arguments));
    }
    if (!BaseImages.startsItsCommand(base)) {
      return Optional.empty();
    }
    return arguments.isEmpty() ? command : Optional.of(exec(arguments, List.of()));
  }

  /** Why {@code /bin/sh} is what it is, for tables. */
  public String shellNote() {
    return BaseImages.note(base, sh);
  }

  private List<Word> commandWords() {
    return command
        .map(
            line ->
                line.form() == StartLine.Form.EXEC
                    ? line.words()
                    : Stream.concat(
                            Stream.of("/bin/sh", "-c")
                                .map(text -> new Word(text, line.words().get(0).at())),
                            line.words().stream())
                        .toList())
        .orElse(List.of());
  }

  private static StartLine exec(List<Word> first, List<Word> then) {
    return new StartLine(
        Stream.concat(first.stream(), then.stream()).toList(), StartLine.Form.EXEC);
  }
}
