package dev.sluice.sample.dev;

import dev.sluice.api.InvalidSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The 20,000 flights that come with the jar, in their order. */
final class FlightData {
  private static final String DATA = "/data/flights-20k.ndjson";
  private static final Pattern ORIGIN = Pattern.compile("\"origin\":\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  private FlightData() {}

  /**
   * One flight.
   *
   * @param id its number, which no other has
   * @param origin where it departs; its key
   * @param json the line of the file
   */
  record Line(String id, String origin, String json) {
    static Line of(String json) {
      return new Line(first(ID, json), first(ORIGIN, json), json);
    }

    private static String first(Pattern pattern, String json) {
      Matcher found = pattern.matcher(json);
      if (!found.find()) {
        throw new IllegalStateException("no flight: " + json);
      }
      return found.group(1);
    }
  }

  /** What takes the flights. */
  @FunctionalInterface
  interface Taker {
    void take(Line line) throws IOException;
  }

  /**
   * Reads them one after the other.
   *
   * @throws IOException as the taker throws it
   */
  static void forEach(Taker taker) throws IOException {
    try (BufferedReader lines = open()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        taker.take(Line.of(line));
      }
    }
  }

  private static BufferedReader open() {
    InputStream in = FlightData.class.getResourceAsStream(DATA);
    if (in == null) {
      throw new InvalidSetup("the jar has no " + DATA + ": build it again");
    }
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }
}
