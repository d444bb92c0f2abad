package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;

/** One layer as JSON. */
final class JsonLayer {
  private JsonLayer() {}

  static void write(JsonGenerator out, LayerRow row) throws IOException {
    out.writeStartObject();
    out.writeStringField("layer", row.layer());
    figure(out, row.figure());
    if (!row.note().isEmpty()) {
      out.writeStringField("note", row.note());
    }
    out.writeEndObject();
  }

  static void figure(JsonGenerator out, Figure figure) throws IOException {
    if (figure.value().isPresent()) {
      Duration value = figure.value().get();
      if (value.compareTo(Figure.UNLIMITED) >= 0) {
        out.writeBooleanField("unlimited", true);
      } else {
        BigDecimal seconds =
            BigDecimal.valueOf(value.getSeconds()).add(BigDecimal.valueOf(value.getNano(), 9));
        out.writeFieldName("seconds");
        out.writeNumber(seconds.stripTrailingZeros().toPlainString());
      }
    }
    Origin origin = figure.origin();
    out.writeStringField("from", Json.word(origin));
    out.writeStringField("fromText", origin.text());
    if (origin instanceof Origin.Written written) {
      Json.position(out, written.at());
    }
  }
}
