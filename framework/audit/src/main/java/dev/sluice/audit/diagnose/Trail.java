package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;

/** Everything that was found in the files, by kind. Logs are followed file by file. */
final class Trail {
  private static final int PROBLEMS = 100;

  /** What one file has of the lines of programs. */
  static final class FileTrail {
    final String name;
    final SupervisorLog supervisor = new SupervisorLog();
    final DrainLog drain = new DrainLog();
    final AppLog app = new AppLog();

    FileTrail(String name) {
      this.name = name;
    }
  }

  final List<FileTrail> files = new ArrayList<>();
  final UnitLog units = new UnitLog();
  final KernelLog kernel = new KernelLog();
  final ClusterObjects objects = new ClusterObjects();
  final EventLines eventLines = new EventLines();
  final List<Problem> problems = new ArrayList<>();

  void read(SourceText file) {
    FileTrail trail = new FileTrail(file.name());
    files.add(trail);
    LogEnvelope envelope = new LogEnvelope();
    Segments.of(
        file,
        this::document,
        (at, raw) -> envelope.open(at, raw).ifPresent(line -> line(trail, line)));
  }

  List<ClusterEvent> events() {
    List<ClusterEvent> all = new ArrayList<>(objects.events());
    all.addAll(eventLines.events());
    return all;
  }

  private void document(SourceText text) {
    Documents documents = Documents.read(text);
    documents.trees().forEach(objects::read);
    documents.problems().stream().limit(PROBLEMS - problems.size()).forEach(problems::add);
  }

  private void line(FileTrail trail, Line line) {
    for (LineReader reader :
        List.<LineReader>of(
            trail.drain::read,
            trail.supervisor::read,
            kernel::read,
            units::read,
            eventLines::read,
            trail.app::read)) {
      if (reader.read(line)) {
        return;
      }
    }
  }

  /** Knows one kind of line. */
  private interface LineReader {
    /** False when the line is of another kind. */
    boolean read(Line line);
  }
}
