package dev.sluice.rabbitmq;

import com.rabbitmq.client.LongString;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** A value of a header table as bytes. Pure. */
final class HeaderValue {
  private HeaderValue() {}

  /**
   * Bytes as they are; strings, numbers, booleans and times (ISO 8601) as UTF-8 text; tables and
   * lists as JSON, with bytes in them as base 64. Null stays null.
   */
  static byte[] bytes(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof LongString string) {
      return string.getBytes();
    }
    return text(value).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Object value) {
    Object plain = plain(value);
    if (plain instanceof JsonObject table) {
      return table.encode();
    }
    return plain instanceof JsonArray list ? list.encode() : plain.toString();
  }

  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> table) {
      JsonObject object = new JsonObject();
      table.forEach((name, each) -> object.put(name.toString(), plain(each)));
      return object;
    }
    if (value instanceof List<?> list) {
      JsonArray array = new JsonArray();
      list.forEach(each -> array.add(plain(each)));
      return array;
    }
    if (value instanceof Date time) {
      return time.toInstant().toString();
    }
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof LongString string ? string.toString() : value;
  }
}
