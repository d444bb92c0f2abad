package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what one audit reads. Belongs to one thread. */
final class Reading {
  private final Bounds bounds;
  private final List<SourceText> documents = new ArrayList<>();
  private final List<SourceText> dockerfiles = new ArrayList<>();
  private final List<SourceText> supervisord = new ArrayList<>();
  private final List<SourceText> units = new ArrayList<>();
  private final List<SourceText> contexts = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private long contextBytes;

  Reading(Bounds bounds) {
    this.bounds = bounds;
  }

  Inputs inputs() {
    return new Inputs(documents, dockerfiles, supervisord, units, contexts, problems, skipped);
  }

  void problem(String file, String message) {
    problems.add(new Problem(new Position(file, 1, 1), message));
  }

  void skip(String file, String reason) {
    skipped.add(file + ": " + reason);
  }

  /** Documents that come from elsewhere than a file, for example from standard input. */
  void documents(String name, InputStream stream) {
    TextFile.read(name, stream, bounds.bytes(), problems::add)
        .ifPresent(text -> documents.add(SourceText.file(name, text)));
  }

  void documents(SourceText text) {
    documents.add(text);
  }

  /** A file that the user named, so that nothing about it is passed over in silence. */
  void named(Path path, String name) {
    FileKind kind = FileKind.ofName(name);
    boolean unclear = kind == FileKind.CONTEXT || kind == FileKind.OTHER || kind == FileKind.PROSE;
    Optional<String> text = TextFile.open(path, name, bounds.bytes(), problems::add);
    if (text.isEmpty()) {
      return;
    }
    FileKind refined = kind.refine(name, text.get());
    if (refined == FileKind.CONTEXT && text.get().startsWith("#!")) {
      contexts.add(SourceText.file(name, text.get()));
    } else if (refined == kind && unclear) {
      documents.add(SourceText.file(name, text.get()));
    } else {
      add(refined, name, text.get());
    }
  }

  /** A file that was found in a directory. */
  void found(Path path, String name, long length) {
    FileKind kind = FileKind.ofName(name);
    if (kind == FileKind.OTHER || kind == FileKind.PROSE) {
      skip(name, "nothing that an audit reads");
    } else if (kind != FileKind.CONTEXT) {
      TextFile.open(path, name, bounds.bytes(), problems::add)
          .ifPresent(text -> add(kind, name, text));
    } else if (length > bounds.contextBytes() || contextBytes + length > bounds.contextTotal()) {
      skip(name, "too large for a script or a configuration that others refer to");
    } else {
      contextBytes += length;
      context(path, name);
    }
  }

  private void context(Path path, String name) {
    try {
      byte[] bytes = Files.readAllBytes(path);
      Optional<String> text =
          Decoding.binary(bytes, bytes.length)
              ? Optional.empty()
              : Decoding.decode(name, bytes, bytes.length).text();
      text.ifPresentOrElse(
          content -> add(FileKind.CONTEXT.refine(name, content), name, content),
          () -> skip(name, "no text"));
    } catch (IOException e) {
      problem(name, TextFile.reason(e));
    }
  }

  private void add(FileKind kind, String name, String text) {
    switch (kind) {
      case DOCUMENTS -> documents.add(SourceText.file(name, text));
      case DOCKERFILE -> dockerfiles.add(SourceText.file(name, text));
      case SUPERVISORD -> supervisord.add(SourceText.file(name, text));
      case UNIT ->
          units.add(
              new SourceText(
                  FileKind.unitName(name).orElse(name), text, new Position(name, 1, 1), true));
      default -> contexts.add(SourceText.file(name, text));
    }
  }
}
