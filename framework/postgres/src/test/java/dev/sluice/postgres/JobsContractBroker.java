package dev.sluice.postgres;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.spi.Header;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.contract.Cell;
import dev.sluice.testkit.contract.ContractBroker;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table of jobs; each worker reaches it through a {@link Wire} of its own. */
final class JobsContractBroker implements ContractBroker {
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final PostgresServer server;
  private final JobsDatabase jobs;
  private final Map<String, Wire> wires = new HashMap<>();

  JobsContractBroker(PostgresServer server) {
    this.server = server;
    this.jobs = new JobsDatabase(server).withTable();
  }

  @Override
  public void put(List<FakeRecord> records) {
    try (Connection connection = jobs.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO sluice_jobs (key, payload, headers) VALUES (?, ?, ?::jsonb)")) {
      for (FakeRecord each : records) {
        JsonObject headers = new JsonObject();
        for (Header header : each.headers()) {
          headers.put(header.name(), new String(header.value(), StandardCharsets.UTF_8));
        }
        insert.setString(1, new String(each.key(), StandardCharsets.UTF_8));
        insert.setBytes(2, each.value());
        insert.setString(3, headers.encode());
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Source source(String member, SourceContext context) {
    Wire wire = new Wire(server.port());
    wires.put(member, wire);
    String url = jobs.url().replace(":" + server.port() + "/", ":" + wire.port() + "/");
    return new PostgresJobsProvider()
        .create(
            new PostgresJobsConfig(
                url,
                Optional.empty(),
                "sluice_jobs",
                "default",
                false,
                LEASE,
                Duration.ofMillis(100),
                PostgresJobsConfig.Wake.NOTIFY,
                JobOrder.NONE,
                Duration.ofHours(1),
                Duration.ofHours(24),
                Optional.empty()),
            context);
  }

  @Override
  public long settled() {
    return (long) jobs.count("done") + jobs.count("dead");
  }

  @Override
  public void silence(String member) {
    wires.get(member).hold();
  }

  @Override
  public void hear(String member) {
    wires.get(member).release();
  }

  @Override
  public void disown(String member) {
    // As whoever finds their leases run out does.
    jobs.run(
        "UPDATE sluice_jobs SET state = 'available', token = nextval('sluice_jobs_claims'),"
            + " claimed_by = NULL, lease_until = NULL WHERE state = 'claimed'");
  }

  @Override
  public void cutNetwork() {
    wires.values().forEach(Wire::hold);
  }

  @Override
  public void restoreNetwork() {
    wires.values().forEach(Wire::release);
  }

  @Override
  public void restart() {
    server.restart();
  }

  @Override
  public Optional<String> notApplicable(Cell cell) {
    return cell == Cell.LANE_TAKEN
        ? Optional.of("nobody takes a job from a worker that renews its lease")
        : Optional.empty();
  }

  @Override
  public void close() {
    wires.values().forEach(Wire::close);
  }
}
