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
  private int untold;

  private DocumentReader(SourceText text, Limits limits) {
    this.placing = new Placing(text);
    this.limits = limits;
    this.values = new Values(limits);
  }

  static Documents read(SourceText text, Limits limits) {
    if (text.content().length() > limits.text()) {
      return new Documents(List.of(), List.of(TextFile.tooLarge(text.start(), limits)));
    }
    DocumentReader reader = new DocumentReader(text, limits);
    for (Slice slice : Slice.of(text.content())) {
      reader.read(slice);
    }
    if (reader.untold > 0) {
      reader.problems.add(
          new Problem(
              text.start(), reader.untold + " more documents of this file could not be read"));
    }
    return new Documents(reader.trees, reader.problems);
  }

  private void read(Slice slice) {
    try {
      if (slice.isJson()) {
        JsonReader.read(placing, slice, values, limits, trees);
      } else {
        trees.addAll(YamlReader.read(placing, slice, values, limits));
      }
    } catch (UnreadableText e) {
      add(slice, e.problem());
    }
  }

  private void add(Slice slice, Problem problem) {
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
