package dev.sluice.sample.airports;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/**
 * How far a file is imported, which is the resume state of its job.
 *
 * @param position of the first byte that is not imported, always the beginning of a row
 * @param rows imported so far
 * @param sha256 of the whole file
 */
record ImportState(long position, long rows, String sha256) {

  static ImportState of(Buffer state) {
    JsonObject json = state.toJsonObject();
    return new ImportState(
        json.getLong("position"), json.getLong("rows"), json.getString("sha256"));
  }

  Buffer toBuffer() {
    return new JsonObject()
        .put("position", position)
        .put("rows", rows)
        .put("sha256", sha256)
        .toBuffer();
  }

  /** The state after some more rows. */
  ImportState after(AirportRows more) {
    return new ImportState(more.end(), rows + more.airports().size(), sha256);
  }
}
