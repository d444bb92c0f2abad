package dev.sluice.audit.supervisord;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The names that {@code %(name)s} may use at some place of a configuration. */
final class Names {
  private static final String ENV = "ENV_";

  private final Names outer;
  private final Map<String, Value> values = new LinkedHashMap<>();

  /** What a name stands for. */
  sealed interface Value {}

  /** A text. */
  record Text(String text) implements Value {}

  /** A number. */
  record Count(long number) implements Value {}

  /** A text that only the running supervisord knows: a variable, the name of its machine. */
  record Unread() implements Value {}

  private Names(Names outer) {
    this.outer = outer;
  }

  /** No names but those of variables. */
  static Names none() {
    return new Names(null);
  }

  /** These names and some more. */
  Names inner() {
    return new Names(this);
  }

  Names text(String name, String text) {
    values.put(name, new Text(text));
    return this;
  }

  Names number(String name, long number) {
    values.put(name, new Count(number));
    return this;
  }

  Names unread(String name) {
    values.put(name, new Unread());
    return this;
  }

  /** A variable of the environment; without a value it is unread. */
  Names variable(String name, Optional<String> value) {
    values.put(ENV + name, value.<Value>map(Text::new).orElseGet(Unread::new));
    return this;
  }

  /** Empty for a name that supervisord does not know; a variable that is not set is unread. */
  Optional<Value> get(String name) {
    for (Names names = this; names != null; names = names.outer) {
      Value value = names.values.get(name);
      if (value != null) {
        return Optional.of(value);
      }
    }
    return name.startsWith(ENV) ? Optional.of(new Unread()) : Optional.empty();
  }

  /** The names for a message; variables are only hinted at. */
  String list() {
    TreeSet<String> all = new TreeSet<>();
    for (Names names = this; names != null; names = names.outer) {
      names.values.keySet().stream().filter(name -> !name.startsWith(ENV)).forEach(all::add);
    }
    all.add("ENV_<variable>");
    return String.join(", ", all);
  }
}
