package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.kafka.Order;
import io.vertx.sqlclient.Tuple;

/** The table of orders, and the one statement with which everybody writes a chunk of them. */
final class OrderRows {
  static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS orders (
        id bigint PRIMARY KEY,
        customer text NOT NULL,
        item text NOT NULL,
        quantity integer NOT NULL,
        cents bigint NOT NULL,
        note text
      )""";
  static final String INSERT =
      """
      INSERT INTO orders (id, customer, item, quantity, cents, note)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::bigint[],
        $6::text[])
      ON CONFLICT (id) DO NOTHING
      """;

  private final Long[] ids;
  private final String[] customers;
  private final String[] items;
  private final Integer[] quantities;
  private final Long[] cents;
  private final String[] notes;
  private int size;

  OrderRows(int size) {
    ids = new Long[size];
    customers = new String[size];
    items = new String[size];
    quantities = new Integer[size];
    cents = new Long[size];
    notes = new String[size];
  }

  void add(Order order) {
    ids[size] = order.id();
    customers[size] = order.customer();
    items[size] = order.item();
    quantities[size] = order.quantity();
    cents[size] = order.cents();
    notes[size] = order.note();
    size++;
  }

  /** The parameters of {@link #INSERT}. */
  Tuple parameters() {
    return Tuple.of(ids, customers, items, quantities, cents, notes);
  }
}
