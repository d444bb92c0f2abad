package dev.sluice.audit.input;

import dev.sluice.audit.systemd.UnitName;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects what one audit reads. Belongs to one thread. */
final class Reading {
  private final Bounds bounds;
  private final TextFile files;
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
    this.files = TextFile.strict(bounds.bytes());
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
    files.read(name, stream, problems::add).ifPresent(documents::add);
  }

  void documents(SourceText text) {
    documents.add(text);
  }

  /** A file that the user named, so that nothing about it is passed over in silence. */
  void named(Path path, String name) {
    FileKind kind = FileKind.ofName(name);
    boolean unclear = kind == FileKind.CONTEXT || kind == FileKind.OTHER || kind == FileKind.PROSE;
    files
        .open(path, name, problems::add)
        .ifPresent(
            text -> {
              FileKind refined = kind.refine(name, text.content());
              if (refined == FileKind.CONTEXT && text.content().startsWith("#!")) {
                contexts.add(text);
              } else if (refined == kind && unclear) {
                documents.add(text);
              } else {
                add(refined, text);
              }
            });
  }

  /** A file that was found in a directory. */
  void found(Path path, String name, long length) {
    FileKind kind = FileKind.ofName(name);
    if (kind == FileKind.OTHER || kind == FileKind.PROSE) {
      skip(name, "nothing that an audit reads");
    } else if (kind != FileKind.CONTEXT) {
      files.open(path, name, problems::add).ifPresent(text -> add(kind, text));
    } else if (length > bounds.contextBytes() || contextBytes + length > bounds.contextTotal()) {
      skip(name, "too large for a script or a configuration that others refer to");
    } else {
      contextBytes += length;
      context(path, name);
    }
  }

  private void context(Path path, String name) {
    try {
      files
          .decode(name, Files.readAllBytes(path), damage -> skip(name, "no text"))
          .ifPresent(text -> add(FileKind.CONTEXT.refine(name, text.content()), text));
    } catch (IOException e) {
      problem(name, TextFile.reason(e));
    }
  }

  private void add(FileKind kind, SourceText text) {
    switch (kind) {
      case DOCUMENTS -> documents.add(text);
      case DOCKERFILE -> dockerfiles.add(text);
      case SUPERVISORD -> supervisord.add(text);
      case UNIT ->
          units.add(
              new SourceText(
                  UnitName.of(text.name()).orElse(text.name()),
                  text.content(),
                  text.start(),
                  true));
      default -> contexts.add(text);
    }
  }
}
