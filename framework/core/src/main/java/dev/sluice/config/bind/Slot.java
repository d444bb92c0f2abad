package dev.sluice.config.bind;

import dev.sluice.config.Setting;

/**
 * What is known about the place a value goes to.
 *
 * @param key the full key
 * @param secret whether its value must not be shown
 * @param placeholders whether placeholders are replaced
 * @param bounds what the value must lie within
 */
record Slot(String key, boolean secret, boolean placeholders, Bounds bounds) {

  /** The whole file. */
  static Slot top(String key) {
    return new Slot(key, false, true, Bounds.NONE);
  }

  /** The place of a record's component. */
  Slot component(String name, Setting setting) {
    return new Slot(
        path(name),
        secret || setting.secret() || Redaction.secretKey(name),
        placeholders && setting.placeholders(),
        Bounds.of(setting));
  }

  /** The place of a mapping's value. */
  Slot entry(String name) {
    return new Slot(path(name), secret || Redaction.secretKey(name), placeholders, Bounds.NONE);
  }

  /** The place of a list's item. */
  Slot item(int index) {
    return new Slot(key + "[" + index + "]", secret, placeholders, Bounds.NONE);
  }

  private String path(String name) {
    return key.isEmpty() ? name : key + "." + name;
  }
}
