package dev.sluice.health;

import java.util.List;

/**
 * The answer to one probe: positive when every item is.
 *
 * @param items what was looked at
 */
public record Check(List<Item> items) {

  /** Copies the items. */
  public Check {
    items = List.copyOf(items);
  }

  /**
   * One thing that was looked at.
   *
   * @param name lower-case and stable, for example {@code source-opened}
   * @param ok whether it is as it should be
   * @param reason why it is not, or how it is
   */
  public record Item(String name, boolean ok, String reason) {}

  /** A check of these items. */
  public static Check of(Item... items) {
    return new Check(List.of(items));
  }

  /** Whether every item is as it should be. */
  public boolean ok() {
    return items.stream().allMatch(Item::ok);
  }
}
