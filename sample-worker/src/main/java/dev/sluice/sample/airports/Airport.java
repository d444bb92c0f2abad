package dev.sluice.sample.airports;

import java.util.List;

/**
 * One row of the file.
 *
 * @param iata the code, unique in a file
 * @param latitude degrees
 * @param longitude degrees
 */
record Airport(
    String iata,
    String name,
    String city,
    String state,
    String country,
    double latitude,
    double longitude) {

  static final String HEADER = "iata,name,city,state,country,latitude,longitude";

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException saying which field is wrong
   */
  static Airport of(List<String> fields) {
    if (fields.size() != 7) {
      throw new IllegalArgumentException(
          "has " + fields.size() + " fields instead of the 7 of " + HEADER);
    }
    if (fields.get(0).isEmpty()) {
      throw new IllegalArgumentException("has no iata code");
    }
    return new Airport(
        fields.get(0),
        fields.get(1),
        fields.get(2),
        fields.get(3),
        fields.get(4),
        degrees("latitude", fields.get(5), 90),
        degrees("longitude", fields.get(6), 180));
  }

  private static double degrees(String name, String text, int most) {
    try {
      double degrees = Double.parseDouble(text);
      if (Math.abs(degrees) <= most) {
        return degrees;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of range is.
    }
    throw new IllegalArgumentException(
        name + " '" + text + "' is no number of degrees from -" + most + " to " + most);
  }
}
