package dev.sluice.testkit.contract;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What came of one cell.
 *
 * @param cell the row
 * @param records how many records there were
 * @param lost records that were never processed and can't come again
 * @param twice what {@link Cell#allowed()} bounds: calls of handlers beyond one per record
 * @param bound the most that is allowed, computed from what was in flight
 * @param note what else there is to say; for a row that does not apply, why
 */
record Result(Cell cell, long records, long lost, long twice, long bound, String note) {

  static Result notApplicable(Cell cell, String why) {
    return new Result(cell, 0, 0, 0, 0, why);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("cell", cell.name());
    fields.put("event", cell.event());
    fields.put("applicable", records > 0);
    if (records > 0) {
      fields.put("records", records);
      fields.put("lost", lost);
      fields.put("twice", twice);
      fields.put("bound", bound);
    }
    fields.put("note", note);
    return fields;
  }
}
