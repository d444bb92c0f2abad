package dev.sluice.spi;

import java.util.Arrays;
import java.util.Objects;

/**
 * One header of a record.
 *
 * @param name its name; names may repeat within a record
 * @param value its encoded value, or null; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Header(String name, byte[] value) {

  /** Refuses a missing name. */
  public Header {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Header that
        && name.equals(that.name)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return "Header[" + name + ", " + (value == null ? "null" : value.length + " bytes") + "]";
  }
}
