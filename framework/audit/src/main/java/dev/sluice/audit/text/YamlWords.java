package dev.sluice.audit.text;

import java.util.function.ToIntFunction;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** The parser's complaints in words for people who write manifests. */
final class YamlWords {
  private YamlWords() {}

  static String of(MarkedYAMLException e, ToIntFunction<Mark> lineOf) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String opened =
        e.getContextMark() == null ? "" : " in line " + lineOf.applyAsInt(e.getContextMark());
    if (problem.startsWith("mapping values are not allowed")) {
      return "a ':' stands where no key can be; put the text in quotes, or indent the line like its"
          + " neighbours";
    }
    if (problem.startsWith("could not find expected ':'")) {
      return "a ':' is missing behind a key, or the line is not indented like its neighbours";
    }
    if (problem.startsWith("sequence entries are not allowed")) {
      return "a '-' stands where no list can begin; indent it like its neighbours";
    }
    if (problem.startsWith("found character '\\t")) {
      return "a tab stands where only spaces may indent";
    }
    if (problem.startsWith("found character")) {
      return "a value begins with a character that has to be in quotes";
    }
    if (problem.startsWith("found unexpected end of stream")
        || problem.startsWith("found unexpected document separator")) {
      return "the quotes that open" + opened + " are never closed";
    }
    if (problem.startsWith("expected <block end>")) {
      return "the line is not indented like its neighbours: what begins" + opened + " goes on here";
    }
    if (problem.startsWith("expected ',' or")) {
      return "a ',' or the end of the '"
          + bracket(problem)
          + "' that opens"
          + opened
          + " is missing";
    }
    if (problem.startsWith("found unknown escape character")) {
      return "a backslash in double quotes is followed by a character that it can't stand before;"
          + " use single quotes";
    }
    if (problem.startsWith("expected the node content")) {
      return problem.contains("<stream end>")
          ? "the document ends in the middle of a value"
          : "a value is missing";
    }
    return Characters.oneLine(problem);
  }

  private static String bracket(String problem) {
    return problem.startsWith("expected ',' or ']'") ? "[" : "{";
  }
}
