package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.Course;
import dev.sluice.benchmarks.database.DatabaseAddress;
import dev.sluice.benchmarks.database.SideConnection;
import dev.sluice.benchmarks.kafka.Committed;
import dev.sluice.benchmarks.kafka.Topic;
import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.PostgresServer;
import java.sql.SQLException;
import java.util.List;

/** A broker with a topic for each race, and a database with an empty table for each lap. */
final class LoadCourse implements Course<LoadRace, LoadEntrant, LoadLap>, AutoCloseable {
  private static final List<String> POSITIONS = List.of("hand_positions", "sluice_checkpoints");

  private final KafkaBroker broker;
  private final Committed committed;
  private final DatabaseAddress database;
  private final SideConnection connection;
  private int groups;

  LoadCourse(KafkaBroker broker, PostgresServer server) throws SQLException {
    this.broker = broker;
    this.committed = new Committed(broker.bootstrapServers());
    this.database = DatabaseAddress.on(server, "loads");
    this.connection = new SideConnection(database);
  }

  @Override
  public void prepare(LoadRace race) throws SQLException {
    Topic.fill(broker, race.id(), race.records());
    connection.execute(OrderRows.TABLE, LoadLoops.POSITIONS);
  }

  @Override
  public LoadLap order(LoadRace race, LoadEntrant entrant) throws SQLException {
    connection.execute("TRUNCATE orders");
    for (String positions : POSITIONS) {
      if (connection.has(positions)) {
        connection.execute("TRUNCATE " + positions);
      }
    }
    connection.settle("orders");
    return new LoadLap(
        broker.bootstrapServers(),
        race.id(),
        "group-" + groups++,
        database,
        race.records(),
        race.chunk(),
        race.transactional());
  }

  @Override
  public String trouble(LoadRace race, LoadEntrant entrant, LoadLap order) throws SQLException {
    long confirmed = committed.sum(order.group());
    long rows = connection.number("SELECT count(*) FROM orders");
    long applied = race.records();
    if (race.transactional()) {
      applied =
          connection.number(
              "SELECT sum(position) FROM " + POSITIONS.get(entrant == LoadEntrant.SLUICE ? 1 : 0));
    }
    return confirmed == race.records() && rows == race.records() && applied == race.records()
        ? ""
        : String.format(
            "of %d records %d were committed, %d have a row and %d were applied by position",
            race.records(), confirmed, rows, applied);
  }

  @Override
  public void close() throws SQLException {
    committed.close();
    connection.close();
  }
}
