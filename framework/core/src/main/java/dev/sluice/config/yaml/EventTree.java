package dev.sluice.config.yaml;

import dev.sluice.config.ConfigException;
import dev.sluice.config.ConfigProblem;
import dev.sluice.config.Location;
import dev.sluice.config.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;

/** Builds the tree from the parser's events. One use, one thread. */
final class EventTree {
  private static final int MAX_DEPTH = 64;

  private final Iterator<Event> events;
  private final Function<Mark, Location> locate;
  private final Problems problems = new Problems();

  EventTree(Iterator<Event> events, Function<Mark, Location> locate) {
    this.events = events;
    this.locate = locate;
  }

  /**
   * Reads the whole stream.
   *
   * @param whole what to point at when the stream holds nothing
   */
  YamlNode document(Location whole) {
    events.next();
    if (events.next().is(Event.ID.StreamEnd)) {
      throw fatal(whole, "is empty");
    }
    YamlNode top = node(events.next(), "", 0);
    if (top instanceof YamlScalar scalar && scalar.isNull()) {
      throw fatal(whole, "is empty");
    }
    events.next();
    Event after = events.next();
    if (!after.is(Event.ID.StreamEnd)) {
      throw fatal(
          locate.apply(after.getStartMark()),
          "a second document begins here; write one document per file, for one pipeline");
    }
    problems.throwIfAny();
    return top;
  }

  private YamlNode node(Event event, String path, int depth) {
    Location at = locate.apply(event.getStartMark());
    if (depth > MAX_DEPTH) {
      throw fatal(at, "is nested deeper than " + MAX_DEPTH + " levels");
    }
    if (event instanceof AliasEvent alias) {
      throw fatal(
          at,
          "alias '*"
              + alias.getAnchor()
              + "' is not supported; write the value out where it is used");
    }
    if (event instanceof ScalarEvent scalar) {
      refuseTag(at, scalar.getTag());
      return new YamlScalar(scalar.getValue(), scalar.getScalarStyle() == ScalarStyle.PLAIN, at);
    }
    refuseTag(at, ((CollectionStartEvent) event).getTag());
    return event instanceof SequenceStartEvent ? list(at, path, depth) : map(at, path, depth);
  }

  private YamlList list(Location at, String path, int depth) {
    List<YamlNode> items = new ArrayList<>();
    for (Event event = events.next(); !event.is(Event.ID.SequenceEnd); event = events.next()) {
      items.add(node(event, path + "[" + items.size() + "]", depth + 1));
    }
    return new YamlList(items, at);
  }

  private YamlMap map(Location at, String path, int depth) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    Map<String, Location> seen = new HashMap<>();
    for (Event event = events.next(); !event.is(Event.ID.MappingEnd); event = events.next()) {
      Location keyAt = locate.apply(event.getStartMark());
      String key = key(event, keyAt);
      String full = path.isEmpty() ? key : path + "." + key;
      YamlNode value = node(events.next(), full, depth + 1);
      Location first = seen.putIfAbsent(key, keyAt);
      if (first == null) {
        entries.add(new YamlMap.Entry(key, keyAt, value));
      } else {
        problems.add(keyAt, full, "is written twice, first in line " + first.line());
      }
    }
    return new YamlMap(entries, at);
  }

  private String key(Event event, Location at) {
    if (!(event instanceof ScalarEvent scalar)) {
      throw fatal(at, "only plain text can be a key");
    }
    refuseTag(at, scalar.getTag());
    if (scalar.getValue().isEmpty()) {
      throw fatal(at, "a key is missing in front of ':'");
    }
    return scalar.getValue();
  }

  private static void refuseTag(Location at, String tag) {
    if (tag != null) {
      throw fatal(at, "tag '" + tag + "' is not supported; write the value without it");
    }
  }

  private static ConfigException fatal(Location at, String text) {
    return new ConfigException(List.of(new ConfigProblem(at, "", text)));
  }
}
