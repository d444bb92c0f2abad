package dev.sluice.audit.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys and values in their order. */
public final class Mapping implements Tree {
  // Nearly all mappings are small; looking through them is as fast and takes no memory.
  private static final int SMALL = 8;

  private final Position at;
  private final List<Entry> entries;
  private final Map<String, Tree> byKey;

  /**
   * A key and its value.
   *
   * @param key the key with its place
   * @param value what it stands for
   */
  public record Entry(Scalar key, Tree value) {}

  /** Of several entries with one key the last counts. */
  public Mapping(Position at, List<Entry> entries) {
    this.at = at;
    this.entries = List.copyOf(entries);
    this.byKey = this.entries.size() <= SMALL ? Map.of() : new HashMap<>();
    if (this.entries.size() > SMALL) {
      this.entries.forEach(entry -> byKey.put(entry.key().text(), entry.value()));
    }
  }

  /** A mapping without entries. */
  public static Mapping empty(Position at) {
    return new Mapping(at, List.of());
  }

  @Override
  public Position at() {
    return at;
  }

  /** All entries, doubled keys included. */
  public List<Entry> entries() {
    return entries;
  }

  /** The value of a key. */
  public Optional<Tree> get(String key) {
    if (entries.size() > SMALL) {
      return Optional.ofNullable(byKey.get(key));
    }
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).key().text().equals(key)) {
        return Optional.of(entries.get(i).value());
      }
    }
    return Optional.empty();
  }
}
