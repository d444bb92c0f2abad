package dev.sluice.audit.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;

/**
 * Builds the tree of one YAML document from the parser's events: no object is ever made from a tag,
 * and no value exists before it is counted. One use, one thread.
 */
final class YamlReader {
  private static final String STRING = "tag:yaml.org,2002:str";

  private final Placing placing;
  private final Values values;
  private final TextStream stream;
  private final Parser parser;
  private final boolean countable;
  private final Map<String, Anchor> anchors = new HashMap<>();

  /** What an anchor stands for; without a tree while it is still being read. */
  private record Anchor(Tree tree, long values) {
    private static final Anchor OPEN = new Anchor(null, 0);
  }

  private YamlReader(Placing placing, Slice slice, Values values, Limits limits, boolean rare) {
    this.placing = placing;
    this.values = values;
    this.stream = new TextStream(slice, limits.piece());
    this.countable = placing.countable() && !rare;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(limits.text());
    options.setNestingDepthLimit(limits.nesting());
    options.setProcessComments(false);
    this.parser = new ParserImpl(stream, options);
  }

  /** The documents of a slice: one, or none when it is empty. */
  static List<Tree> read(Placing placing, Slice slice, Values values, Limits limits)
      throws UnreadableText {
    boolean rareBreaks = Characters.check(placing, slice);
    YamlReader reader = new YamlReader(placing, slice, values, limits, rareBreaks);
    List<Tree> trees = new ArrayList<>();
    for (Event event = reader.next(); !event.is(Event.ID.StreamEnd); event = reader.next()) {
      if (event instanceof NodeEvent) {
        Tree tree = reader.document(event);
        if (!(tree instanceof Scalar scalar && scalar.isNull())) {
          trees.add(tree);
        }
      }
    }
    return trees;
  }

  private Tree document(Event event) throws UnreadableText {
    long before = values.count();
    try {
      return node(event, 0);
    } catch (UnreadableText e) {
      values.backTo(before);
      throw e;
    }
  }

  private Tree node(Event event, int depth) throws UnreadableText {
    Position at = at(event.getStartMark());
    if (event instanceof AliasEvent alias) {
      return resolve(alias.getAnchor(), at);
    }
    values.nest(at, depth);
    String anchor = ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, Anchor.OPEN);
    }
    long before = values.count();
    values.add(at);
    Tree tree = content(event, at, depth);
    if (anchor != null) {
      anchors.put(anchor, new Anchor(tree, values.count() - before));
    }
    return tree;
  }

  private Tree content(Event event, Position at, int depth) throws UnreadableText {
    if (event instanceof ScalarEvent scalar) {
      return scalar(scalar, at);
    }
    return event instanceof SequenceStartEvent ? sequence(at, depth) : mapping(at, depth);
  }

  private Tree resolve(String name, Position at) throws UnreadableText {
    Anchor anchor = anchors.get(name);
    if (anchor == null) {
      throw new UnreadableText(
          at, "alias *" + name + " has no anchor &" + name + " before it in this document");
    }
    if (anchor.tree() == null) {
      throw new UnreadableText(at, "alias *" + name + " stands inside of what it refers to");
    }
    values.repeat(at, anchor.values());
    return anchor.tree();
  }

  private Scalar scalar(ScalarEvent event, Position at) {
    String text = values.pooled(event.getValue());
    if (event.isLiteral() || event.isFolded()) {
      // The content begins in the line after the indicator, whatever stands behind that.
      Position start = at(event.getStartMark().getLine() + 1, 0);
      boolean lines = countable && event.isLiteral();
      return new Scalar(at, new SourceText("", text, start, lines), false);
    }
    boolean string = STRING.equals(event.getTag()) || "!".equals(event.getTag());
    return Scalar.of(at, text, event.isPlain() && !string);
  }

  private Sequence sequence(Position at, int depth) throws UnreadableText {
    List<Tree> items = new ArrayList<>();
    for (Event event = next(); !event.is(Event.ID.SequenceEnd); event = next()) {
      items.add(node(event, depth + 1));
    }
    return new Sequence(at, items);
  }

  private Mapping mapping(Position at, int depth) throws UnreadableText {
    List<Mapping.Entry> entries = new ArrayList<>();
    List<Mapping.Entry> merged = new ArrayList<>();
    for (Event event = next(); !event.is(Event.ID.MappingEnd); event = next()) {
      if (!(node(event, depth + 1) instanceof Scalar key)) {
        throw new UnreadableText(
            at(event.getStartMark()), "a key must be a single value, not a list or a mapping");
      }
      Tree value = node(next(), depth + 1);
      if (key.plain() && key.text().equals("<<")) {
        merge(merged, key, value);
      } else {
        entries.add(new Mapping.Entry(key, value));
      }
    }
    // The last entry of a key counts, and what stands here counts more than what is merged.
    merged.addAll(entries);
    return new Mapping(at, merged);
  }

  private void merge(List<Mapping.Entry> merged, Scalar key, Tree value) throws UnreadableText {
    // What is copied here has been counted, as a value or as what its alias stands for.
    if (value instanceof Mapping one) {
      merged.addAll(one.entries());
      return;
    }
    if (!(value instanceof Sequence many)
        || !many.items().stream().allMatch(Mapping.class::isInstance)) {
      throw new UnreadableText(key.at(), "'<<' merges a mapping or a list of mappings only");
    }
    // Of several the first counts.
    for (int i = many.items().size() - 1; i >= 0; i--) {
      merged.addAll(((Mapping) many.items().get(i)).entries());
    }
  }

  private Position at(Mark mark) {
    return at(mark.getLine(), mark.getColumn());
  }

  private Position at(int line, int column) {
    return placing.at(line, column);
  }

  private Event next() throws UnreadableText {
    stream.startPiece();
    try {
      return parser.getEvent();
    } catch (TextStream.PieceTooLong e) {
      throw new UnreadableText(
          at(stream.getMark()),
          "a single value or comment is longer than 4 MiB; what Kubernetes stores ends at 1.5 MiB");
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() != null ? e.getProblemMark() : stream.getMark();
      throw new UnreadableText(at(mark), "is not valid YAML: " + YamlWords.of(e, this::lineOf));
    } catch (RuntimeException e) {
      // What else the parser stumbles over is the document's fault as well, never the user's trace.
      throw new UnreadableText(
          at(stream.getMark()), "is not valid YAML: " + Characters.oneLine(e.getMessage()));
    }
  }

  private int lineOf(Mark mark) {
    return at(mark).line();
  }
}
