package dev.sluice.audit.supervisord;

import dev.sluice.audit.text.Position;
import java.util.Optional;

/**
 * What holds for a key.
 *
 * @param value empty when supervisord refuses what is written, or only the running one knows it
 * @param written empty when the key is not set
 */
record Setting<T>(Optional<T> value, Optional<IniValue> written) {

  /** The key is not set. */
  static <T> Setting<T> unset(T byDefault) {
    return new Setting<>(Optional.of(byDefault), Optional.empty());
  }

  T or(T other) {
    return value.orElse(other);
  }

  Optional<Position> at() {
    return written.map(IniValue::at);
  }
}
