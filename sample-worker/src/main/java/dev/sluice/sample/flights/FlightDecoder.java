package dev.sluice.sample.flights;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.sluice.api.Decoder;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;

/**
 * Reads one flight as the source writes it. What is missing, is not of its JSON type, is no day of
 * the calendar or follows the object does not decode: nothing is guessed.
 */
public final class FlightDecoder implements Decoder<Flight> {
  private static final DateTimeFormatter DEPARTURE =
      DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm").withResolverStyle(ResolverStyle.STRICT);

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
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build()
          .readerFor(Line.class);

  @Override
  public Flight decode(byte[] bytes) throws Exception {
    if (bytes == null) {
      throw new IllegalArgumentException("a flight without a value");
    }
    Line line = reader.readValue(bytes);
    if (line == null) {
      throw new IllegalArgumentException("a flight that is null");
    }
    return new Flight(
        line.id(),
        LocalDateTime.parse(line.date(), DEPARTURE),
        line.delay(),
        line.distance(),
        line.origin(),
        line.destination());
  }
}
