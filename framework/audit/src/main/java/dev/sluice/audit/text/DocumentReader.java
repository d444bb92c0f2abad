package dev.sluice.audit.text;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Reads the documents of a text one by one, so that a broken one harms no other. One use. */
final class DocumentReader {
  private final Placing placing;
  private final Limits limits;
  private final Values values;
  private final List<Tree> trees = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private boolean templateSeen;
  private int broken;
  private int untold;
  private boolean stopped;
  private Slice last;

  private DocumentReader(SourceText text, Limits limits) {
    this.placing = new Placing(text);
    this.limits = limits;
    this.values = new Values(limits);
  }

  static Documents read(SourceText text, Limits limits) {
    if (text.content().length() > limits.text()) {
      return new Documents(List.of(), List.of(TextFile.tooLarge(text.start(), limits.text())));
    }
    DocumentReader reader = new DocumentReader(text, limits);
    Slice.each(text.content(), reader::read);
    reader.tellTheRest(text.start());
    return new Documents(reader.trees, reader.problems);
  }

  private boolean read(Slice slice) {
    last = slice;
    try {
      if (slice.isJson()) {
        JsonReader.read(placing, slice, values, limits, trees);
      } else {
        trees.addAll(YamlReader.read(placing, slice, values, limits));
      }
    } catch (UnreadableText e) {
      add(slice, e.problem());
    }
    stopped = broken > limits.broken() || trees.size() > limits.documents();
    return !stopped;
  }

  private void tellTheRest(Position start) {
    if (untold > 0) {
      problems.add(new Problem(start, untold + " more documents of this file could not be read"));
    }
    if (stopped) {
      String why =
          broken > limits.broken()
              ? "too many documents of this file can't be read"
              : "the file has more than " + limits.documents() + " documents; split it";
      problems.add(
          new Problem(placing.at(last.line(), 0), why + "; what follows here was not read"));
    }
  }

  private void add(Slice slice, Problem problem) {
    broken++;
    OptionalInt action = Templates.find(slice);
    if (action.isPresent()) {
      if (!templateSeen) {
        templateSeen = true;
        Position at = placing.at(action.getAsInt(), 0);
        problems.add(new Problem(at, Templates.advice(at.file())));
      }
    } else if (problems.size() < limits.problems()) {
      problems.add(problem);
    } else {
      untold++;
    }
  }
}
