package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the variables of a container in the order in which Kubernetes sets them. */
final class Variables {
  private static final int LONGEST = 128 * 1024;
  private static final int LONGEST_OF_ALL = 2 * 1024 * 1024;
  // Each costs Linux a few bytes at least, so that no process starts with more.
  private static final int MOST = 100_000;

  private final Map<String, EnvVariable> byName = new LinkedHashMap<>();
  private final ConfigMaps.Seen configMaps;
  private boolean sourceUnread;
  private int length;
  private int count;

  private Variables(ConfigMaps.Seen configMaps) {
    this.configMaps = configMaps;
  }

  static Variables of(Container container, ConfigMaps.Seen configMaps) {
    Variables variables = new Variables(configMaps);
    container
        .spec()
        .sequence("envFrom")
        .map(Sequence::mappings)
        .ifPresent(it -> it.forEach(variables::source));
    container
        .spec()
        .sequence("env")
        .map(Sequence::mappings)
        .ifPresent(it -> it.forEach(variables::entry));
    return variables;
  }

  /** All of them, each name once. */
  List<EnvVariable> list() {
    return new ArrayList<>(byName.values());
  }

  /** What a name stands for in commands, and in the variables that come later. */
  References.Meaning meaning(String name) {
    EnvVariable variable = byName.get(name);
    if (variable == null) {
      return sourceUnread ? new References.Meaning.Unread() : new References.Meaning.Undefined();
    }
    return variable
        .value()
        .<References.Meaning>map(References.Meaning.Known::new)
        .orElseGet(References.Meaning.Unread::new);
  }

  /** A text with its references replaced; empty when that takes a value that was not read. */
  Optional<String> replace(String text) {
    return References.replace(text, this::meaning, LONGEST);
  }

  /** One item of {@code envFrom}. */
  private void source(Mapping source) {
    String prefix = source.text("prefix").orElse("");
    Optional<Mapping> data = source.text("configMapRef", "name").flatMap(configMaps::data);
    if (data.isEmpty()) {
      sourceUnread = true;
      return;
    }
    for (Mapping.Entry entry : data.get().entries()) {
      if (count > MOST) {
        return;
      }
      if (entry.value() instanceof Scalar value && !value.isNull()) {
        set(prefix + entry.key().text(), Optional.of(value.text()), value.at());
      }
    }
  }

  /** One item of {@code env}. */
  private void entry(Mapping entry) {
    Optional<String> name = entry.text("name");
    if (name.isEmpty()) {
      return;
    }
    Optional<Tree> value = entry.get("value").filter(it -> !isNothing(it));
    Optional<Mapping> from = entry.mapping("valueFrom");
    if (value.isPresent()) {
      Optional<String> text = entry.text("value").flatMap(this::replace);
      set(name.get(), text, value.get().at());
    } else if (from.isPresent()) {
      from(name.get(), from.get());
    } else {
      set(name.get(), Optional.of(""), entry.at());
    }
  }

  private void from(String name, Mapping from) {
    Optional<Mapping> reference = from.mapping("configMapKeyRef");
    Optional<Mapping> data = reference.flatMap(it -> it.text("name")).flatMap(configMaps::data);
    Optional<Scalar> found =
        data.flatMap(it -> reference.flatMap(ref -> ref.text("key")).flatMap(it::scalar));
    boolean left =
        data.isPresent()
            && found.isEmpty()
            && reference.flatMap(it -> it.scalar("optional")).filter(Scalar::isTrue).isPresent();
    if (!left) {
      set(name, found.map(Scalar::text), found.map(Scalar::at).orElse(from.at()));
    }
  }

  private static boolean isNothing(Tree tree) {
    return tree instanceof Scalar scalar && (scalar.isNull() || scalar.text().isEmpty());
  }

  private void set(String name, Optional<String> value, Position at) {
    if (++count > MOST) {
      sourceUnread = true;
      return;
    }
    Optional<String> kept =
        value.filter(it -> it.length() <= LONGEST && it.length() <= LONGEST_OF_ALL - length);
    length += kept.map(String::length).orElse(0);
    byName.put(name, new EnvVariable(name, kept, at));
  }
}
