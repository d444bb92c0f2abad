package dev.sluice.sample.flights;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.Decoder;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Reads one flight as the source writes it. What is missing or not of its type does not decode. */
public final class FlightDecoder implements Decoder<Flight> {
  private static final DateTimeFormatter DEPARTURE = DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm");

  private record Line(
      @JsonProperty(required = true) long id,
      @JsonProperty(required = true) String date,
      @JsonProperty(required = true) int delay,
      @JsonProperty(required = true) int distance,
      @JsonProperty(required = true) String origin,
      @JsonProperty(required = true) String destination) {}

  private final ObjectReader reader =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build()
          .readerFor(Line.class);

  @Override
  public Flight decode(byte[] bytes) throws Exception {
    if (bytes == null) {
      throw new IllegalArgumentException("a flight without a value");
    }
    Line line = reader.readValue(bytes);
    return new Flight(
        line.id(),
        LocalDateTime.parse(line.date(), DEPARTURE),
        line.delay(),
        line.distance(),
        line.origin(),
        line.destination());
  }
}
