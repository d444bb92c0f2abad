package dev.sluice.audit.dockerfile;

import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the last stage of a Dockerfile starts.
 *
 * @param base the image it begins from, with variables replaced as far as they are known
 * @param entrypoint {@code ENTRYPOINT}; empty when it is the base image's
 * @param command {@code CMD}; empty when it is the base image's
 * @param stopSignal {@code STOPSIGNAL} with its place
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

  /** Reads a Dockerfile. */
  public static Image read(SourceText dockerfile) {
    return new Image(
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ShellKind.UNKNOWN,
        List.of(),
        Map.of(),
        List.of(),
        dockerfile.start());
  }

  /**
   * What a container of it starts, by Kubernetes' rules.
   *
   * @param words its {@code command}, which replaces ENTRYPOINT and drops CMD
   * @param args its {@code args}, which replace CMD
   */
  public Optional<StartLine> start(Optional<List<Word>> words, Optional<List<Word>> args) {
    return words
        .map(it -> new StartLine(it, StartLine.Form.EXEC))
        .or(() -> entrypoint)
        .or(() -> args.map(it -> new StartLine(it, StartLine.Form.EXEC)))
        .or(() -> command);
  }
}
